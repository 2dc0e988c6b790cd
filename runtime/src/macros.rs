//! The macro route: metadata for rmcp's `#[tool]`, checked when it is compiled.

/// `_meta` of a UI tool, for rmcp's own `#[tool]`. Needs feature `server`.
///
/// First the page's URI, if the tool has one, then in any order `app_only` or `model_only` or
/// `visibility = [model, app]`, `legacy_key`, and other `_meta` keys as `"com.example/key": value`.
/// A literal URI is checked here; `uri = EXPR` takes any [`UiUri`](crate::uri::UiUri).
///
/// ```
/// use mcp_apps::ui_tool;
/// use rmcp::{tool, tool_router};
///
/// struct Server;
///
/// #[tool_router]
/// impl Server {
///     /// The weather, now.
///     #[tool(meta = ui_tool!("ui://weather/view"))]
///     async fn get_weather(&self) -> String {
///         "sunny".to_owned()
///     }
///
///     /// For the page's refresh button.
///     #[tool(meta = ui_tool!("ui://weather/view", app_only, "com.example/cost": 0))]
///     async fn refresh_weather(&self) -> String {
///         "sunny".to_owned()
///     }
/// }
/// ```
#[cfg(feature = "server")]
#[macro_export]
macro_rules! ui_tool {
    (uri = $uri:expr $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($crate::server::UiTool::view($uri)) $($($rest)*)?)
    };
    ($uri:literal : $($rest:tt)*) => {
        $crate::__ui_tool!(($crate::server::UiTool::viewless()) $uri : $($rest)*)
    };
    ($uri:literal $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($crate::server::UiTool::view($crate::ui_uri!($uri))) $($($rest)*)?)
    };
    ($($rest:tt)*) => {
        $crate::__ui_tool!(($crate::server::UiTool::viewless()) $($rest)*)
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_tool {
    (($tool:expr)) => {
        $tool.to_meta()
    };
    (($tool:expr) app_only $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($tool.app_only()) $($($rest)*)?)
    };
    (($tool:expr) model_only $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($tool.model_only()) $($($rest)*)?)
    };
    (($tool:expr) visibility = [$($who:tt),* $(,)?] $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($tool.visibility([$($crate::__ui_visibility!($who)),*])) $($($rest)*)?)
    };
    (($tool:expr) visibility = $($rest:tt)*) => {
        compile_error!("`visibility` is a list: `visibility = [model, app]`, or write `app_only` or `model_only`")
    };
    (($tool:expr) legacy_key $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($tool.legacy_key()) $($($rest)*)?)
    };
    (($tool:expr) $key:literal : $value:expr $(, $($rest:tt)*)?) => {
        $crate::__ui_tool!(($tool.meta($key, $value)) $($($rest)*)?)
    };
    (($tool:expr) csp $($rest:tt)*) => {
        compile_error!("`csp` belongs to the resource, and Hosts ignore it on a tool: declare it on the `AppResource`, as in `.connect_domains([…])`")
    };
    (($tool:expr) permissions $($rest:tt)*) => {
        compile_error!("`permissions` belong to the resource, and Hosts ignore them on a tool: declare them on the `AppResource`, with `.permissions(…)`")
    };
    (($tool:expr) $key:ident $($rest:tt)*) => {
        compile_error!(concat!(
            "unknown key `", stringify!($key),
            "` in `ui_tool!`: write `app_only`, `model_only`, `visibility = […]`, `legacy_key`, `uri = EXPR` first, or another `_meta` key as `\"com.example/key\": value`"
        ))
    };
    (($tool:expr) $($rest:tt)*) => {
        compile_error!(concat!("`ui_tool!` does not understand `", stringify!($($rest)*), "`: write the URI first, then keys between commas"))
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_visibility {
    (model) => {
        $crate::v2026_01_26::McpUiToolVisibility::Model
    };
    ("model") => {
        $crate::v2026_01_26::McpUiToolVisibility::Model
    };
    (app) => {
        $crate::v2026_01_26::McpUiToolVisibility::App
    };
    ("app") => {
        $crate::v2026_01_26::McpUiToolVisibility::App
    };
    ($other:tt) => {
        compile_error!(concat!("unknown visibility `", stringify!($other), "`: write `model` or `app`"))
    };
}

/// An [`AppResource`](crate::server::AppResource) whose URI, MIME type and keys are checked when it
/// is compiled. Needs feature `server`.
///
/// ```
/// use mcp_apps::{ui_resource, v2026_01_26::McpUiResourcePermissions};
///
/// let view = ui_resource!(
///     "ui://weather/view",
///     html = "<!doctype html><title>Weather</title>",
///     name = "Weather",
///     mime_type = "text/html;profile=mcp-app",
///     connect_domains = ["https://api.example.com"],
///     permissions = McpUiResourcePermissions::new().with_geolocation(),
///     prefers_border = true,
///     listed,
/// );
/// ```
#[cfg(feature = "server")]
#[macro_export]
macro_rules! ui_resource {
    ($uri:literal, html = $html:expr $(, $($rest:tt)*)?) => {{
        const URI: $crate::uri::UiUri = $crate::server::__app_uri($uri);
        $crate::__ui_resource!(($crate::server::AppResource::new(URI, $html)) $($($rest)*)?)
    }};
    ($($rest:tt)*) => {
        compile_error!("`ui_resource!` begins with the URI and the page: `ui_resource!(\"ui://weather/view\", html = include_str!(\"view.html\"), …)`")
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_resource {
    (($resource:expr)) => {
        $resource
    };
    (($resource:expr) mime_type = $mime:literal $(, $($rest:tt)*)?) => {{
        const _: () = $crate::server::__app_mime($mime);
        $crate::__ui_resource!(($resource) $($($rest)*)?)
    }};
    (($resource:expr) $flag:ident $(, $($rest:tt)*)?) => {
        $crate::__ui_resource!(($crate::__ui_resource_flag!($resource, $flag)) $($($rest)*)?)
    };
    (($resource:expr) $key:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::__ui_resource!(($crate::__ui_resource_key!($resource, $key, $value)) $($($rest)*)?)
    };
    (($resource:expr) $key:literal : $value:expr $(, $($rest:tt)*)?) => {
        $crate::__ui_resource!(($resource.meta($key, $value)) $($($rest)*)?)
    };
    (($resource:expr) $($rest:tt)*) => {
        compile_error!(concat!("`ui_resource!` does not understand `", stringify!($($rest)*), "`: write `key = value` between commas"))
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_resource_flag {
    ($resource:expr, listed) => {
        $resource.listed()
    };
    ($resource:expr, hashed) => {
        $resource.hashed()
    };
    ($resource:expr, as_blob) => {
        $resource.as_blob()
    };
    ($resource:expr, $other:ident) => {
        $crate::__ui_resource_unknown!($other)
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_resource_key {
    ($resource:expr, name, $value:expr) => {
        $resource.name($value)
    };
    ($resource:expr, title, $value:expr) => {
        $resource.title($value)
    };
    ($resource:expr, description, $value:expr) => {
        $resource.description($value)
    };
    ($resource:expr, connect_domains, $value:expr) => {
        $resource.connect_domains($value)
    };
    ($resource:expr, resource_domains, $value:expr) => {
        $resource.resource_domains($value)
    };
    ($resource:expr, frame_domains, $value:expr) => {
        $resource.frame_domains($value)
    };
    ($resource:expr, base_uri_domains, $value:expr) => {
        $resource.base_uri_domains($value)
    };
    ($resource:expr, permissions, $value:expr) => {
        $resource.permissions($value)
    };
    ($resource:expr, domain, $value:expr) => {
        $resource.domain($value)
    };
    ($resource:expr, prefers_border, $value:expr) => {
        $resource.prefers_border($value)
    };
    ($resource:expr, $other:ident, $value:expr) => {
        $crate::__ui_resource_unknown!($other)
    };
}

#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ui_resource_unknown {
    ($key:ident) => {
        compile_error!(concat!(
            "unknown key `", stringify!($key),
            "` in `ui_resource!`: write `name`, `title`, `description`, `mime_type`, `connect_domains`, `resource_domains`, `frame_domains`, `base_uri_domains`, `permissions`, `domain`, `prefers_border`, `listed`, `hashed`, `as_blob`, or another `_meta` key as `\"com.example/key\": value`"
        ))
    };
}

/// Needs feature `server`.
#[cfg(not(feature = "server"))]
#[macro_export]
macro_rules! ui_tool {
    ($($any:tt)*) => {
        compile_error!(
            "`ui_tool!` needs feature `server` of `mcp-apps`: mcp-apps = { version = \"…\", features = [\"server\"] }"
        )
    };
}

/// Needs feature `server`.
#[cfg(not(feature = "server"))]
#[macro_export]
macro_rules! ui_resource {
    ($($any:tt)*) => {
        compile_error!("`ui_resource!` needs feature `server` of `mcp-apps`: mcp-apps = { version = \"…\", features = [\"server\"] }")
    };
}
