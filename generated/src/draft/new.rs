// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! Constructors for the structs of draft.

use crate::wire::EmptyObject;
use crate::wire::Integer;
use crate::wire::JsonObject;
use crate::wire::Number;
use crate::wire::Permission;
use serde_json::Value;
use std::collections::BTreeMap;

use super::types::*;

impl Annotations {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            audience: None,
            last_modified: None,
            priority: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `audience`.
    #[must_use]
    pub fn with_audience(mut self, audience: Vec<Role>) -> Self {
        self.audience = Some(audience);
        self
    }
    /// Sets `lastModified`.
    #[must_use]
    pub fn with_last_modified(mut self, last_modified: impl Into<String>) -> Self {
        self.last_modified = Some(last_modified.into());
        self
    }
    /// Sets `priority`.
    #[must_use]
    pub fn with_priority(mut self, priority: impl Into<Number>) -> Self {
        self.priority = Some(priority.into());
        self
    }
}

impl AudioContent {
    /// Creates it from the members that are always there: `data`, `mimeType`.
    #[must_use]
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            data: data.into(),
            mime_type: mime_type.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
}

impl BlobResourceContents {
    /// Creates it from the members that are always there: `blob`, `uri`.
    #[must_use]
    pub fn new(blob: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            meta: None,
            blob: blob.into(),
            mime_type: None,
            uri: uri.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl CallToolRequestParams {
    /// Creates it from the member that is always there, `name`.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            meta: None,
            arguments: None,
            name: name.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
    /// Sets `arguments`.
    #[must_use]
    pub fn with_arguments(mut self, arguments: JsonObject) -> Self {
        self.arguments = Some(arguments);
        self
    }
}

impl CallToolResult {
    /// Creates it from the member that is always there, `content`.
    #[must_use]
    pub fn new(content: Vec<ContentBlock>) -> Self {
        Self {
            meta: None,
            content,
            is_error: None,
            structured_content: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<CallToolResultMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
    /// Sets `isError`.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = Some(is_error);
        self
    }
    /// Sets `structuredContent`.
    #[must_use]
    pub fn with_structured_content(
        mut self,
        structured_content: impl Into<Value>,
    ) -> Self {
        self.structured_content = Some(structured_content.into());
        self
    }
}

impl CallToolResultMeta {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            io_modelcontextprotocol_server_info: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `io.modelcontextprotocol/serverInfo`.
    #[must_use]
    pub fn with_io_modelcontextprotocol_server_info(
        mut self,
        io_modelcontextprotocol_server_info: impl Into<Implementation>,
    ) -> Self {
        self.io_modelcontextprotocol_server_info = Some(
            io_modelcontextprotocol_server_info.into(),
        );
        self
    }
}

impl CancelledNotificationParams {
    /// Creates it from the member that is always there, `requestId`.
    #[must_use]
    pub fn new(request_id: impl Into<RequestId>) -> Self {
        Self {
            meta: None,
            reason: None,
            request_id: request_id.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `reason`.
    #[must_use]
    pub fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
}

impl CreateMessageRequestParams {
    /// Creates it from the members that are always there: `maxTokens`, `messages`.
    #[must_use]
    pub fn new(max_tokens: impl Into<Integer>, messages: Vec<SamplingMessage>) -> Self {
        Self {
            meta: None,
            include_context: None,
            max_tokens: max_tokens.into(),
            messages,
            metadata: None,
            model_preferences: None,
            stop_sequences: None,
            system_prompt: None,
            temperature: None,
            tool_choice: None,
            tools: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
    /// Sets `includeContext`.
    #[must_use]
    pub fn with_include_context(
        mut self,
        include_context: impl Into<IncludeContext>,
    ) -> Self {
        self.include_context = Some(include_context.into());
        self
    }
    /// Sets `metadata`.
    #[must_use]
    pub fn with_metadata(mut self, metadata: JsonObject) -> Self {
        self.metadata = Some(metadata);
        self
    }
    /// Sets `modelPreferences`.
    #[must_use]
    pub fn with_model_preferences(
        mut self,
        model_preferences: impl Into<ModelPreferences>,
    ) -> Self {
        self.model_preferences = Some(model_preferences.into());
        self
    }
    /// Sets `stopSequences`.
    #[must_use]
    pub fn with_stop_sequences(mut self, stop_sequences: Vec<String>) -> Self {
        self.stop_sequences = Some(stop_sequences);
        self
    }
    /// Sets `systemPrompt`.
    #[must_use]
    pub fn with_system_prompt(mut self, system_prompt: impl Into<String>) -> Self {
        self.system_prompt = Some(system_prompt.into());
        self
    }
    /// Sets `temperature`.
    #[must_use]
    pub fn with_temperature(mut self, temperature: impl Into<Number>) -> Self {
        self.temperature = Some(temperature.into());
        self
    }
    /// Sets `toolChoice`.
    #[must_use]
    pub fn with_tool_choice(mut self, tool_choice: impl Into<ToolChoice>) -> Self {
        self.tool_choice = Some(tool_choice.into());
        self
    }
    /// Sets `tools`.
    #[must_use]
    pub fn with_tools(mut self, tools: Vec<Tool>) -> Self {
        self.tools = Some(tools);
        self
    }
}

impl CreateMessageResult {
    /// Creates it from the members that are always there: `content`, `model`, `role`.
    #[must_use]
    pub fn new(
        content: impl Into<SamplingMessageContent>,
        model: impl Into<String>,
        role: impl Into<Role>,
    ) -> Self {
        Self {
            meta: None,
            content: content.into(),
            model: model.into(),
            role: role.into(),
            stop_reason: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `stopReason`.
    #[must_use]
    pub fn with_stop_reason(mut self, stop_reason: impl Into<String>) -> Self {
        self.stop_reason = Some(stop_reason.into());
        self
    }
}

impl EmbeddedResource {
    /// Creates it from the member that is always there, `resource`.
    #[must_use]
    pub fn new(resource: impl Into<ResourceContents>) -> Self {
        Self {
            meta: None,
            annotations: None,
            resource: resource.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
}

impl EmptyParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
}

impl EmptyResult {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
}

impl Icon {
    /// Creates it from the member that is always there, `src`.
    #[must_use]
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            mime_type: None,
            sizes: None,
            src: src.into(),
            theme: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
    /// Sets `sizes`.
    #[must_use]
    pub fn with_sizes(mut self, sizes: Vec<String>) -> Self {
        self.sizes = Some(sizes);
        self
    }
    /// Sets `theme`.
    #[must_use]
    pub fn with_theme(mut self, theme: impl Into<IconTheme>) -> Self {
        self.theme = Some(theme.into());
        self
    }
}

impl ImageContent {
    /// Creates it from the members that are always there: `data`, `mimeType`.
    #[must_use]
    pub fn new(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            data: data.into(),
            mime_type: mime_type.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
}

impl Implementation {
    /// Creates it from the members that are always there: `name`, `version`.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            description: None,
            icons: None,
            name: name.into(),
            title: None,
            version: version.into(),
            website_url: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
    /// Sets `websiteUrl`.
    #[must_use]
    pub fn with_website_url(mut self, website_url: impl Into<String>) -> Self {
        self.website_url = Some(website_url.into());
        self
    }
}

impl ListPromptsResult {
    /// Creates it from the member that is always there, `prompts`.
    #[must_use]
    pub fn new(prompts: Vec<Prompt>) -> Self {
        Self {
            meta: None,
            next_cursor: None,
            prompts,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `nextCursor`.
    #[must_use]
    pub fn with_next_cursor(mut self, next_cursor: impl Into<String>) -> Self {
        self.next_cursor = Some(next_cursor.into());
        self
    }
}

impl ListResourceTemplatesResult {
    /// Creates it from the member that is always there, `resourceTemplates`.
    #[must_use]
    pub fn new(resource_templates: Vec<ResourceTemplate>) -> Self {
        Self {
            meta: None,
            next_cursor: None,
            resource_templates,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `nextCursor`.
    #[must_use]
    pub fn with_next_cursor(mut self, next_cursor: impl Into<String>) -> Self {
        self.next_cursor = Some(next_cursor.into());
        self
    }
}

impl ListResourcesResult {
    /// Creates it from the member that is always there, `resources`.
    #[must_use]
    pub fn new(resources: Vec<Resource>) -> Self {
        Self {
            meta: None,
            next_cursor: None,
            resources,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `nextCursor`.
    #[must_use]
    pub fn with_next_cursor(mut self, next_cursor: impl Into<String>) -> Self {
        self.next_cursor = Some(next_cursor.into());
        self
    }
}

impl ListToolsResult {
    /// Creates it from the member that is always there, `tools`.
    #[must_use]
    pub fn new(tools: Vec<Tool>) -> Self {
        Self {
            meta: None,
            next_cursor: None,
            tools,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `nextCursor`.
    #[must_use]
    pub fn with_next_cursor(mut self, next_cursor: impl Into<String>) -> Self {
        self.next_cursor = Some(next_cursor.into());
        self
    }
}

impl LoggingMessageNotificationParams {
    /// Creates it from the members that are always there: `data`, `level`.
    #[must_use]
    pub fn new(data: impl Into<Value>, level: impl Into<LoggingLevel>) -> Self {
        Self {
            meta: None,
            data: data.into(),
            level: level.into(),
            logger: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `logger`.
    #[must_use]
    pub fn with_logger(mut self, logger: impl Into<String>) -> Self {
        self.logger = Some(logger.into());
        self
    }
}

impl McpUiAppCapabilities {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            available_display_modes: None,
            experimental: None,
            tools: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `availableDisplayModes`.
    #[must_use]
    pub fn with_available_display_modes(
        mut self,
        available_display_modes: Vec<McpUiDisplayMode>,
    ) -> Self {
        self.available_display_modes = Some(available_display_modes);
        self
    }
    /// Sets `experimental`.
    #[must_use]
    pub fn with_experimental(
        mut self,
        experimental: BTreeMap<String, JsonObject>,
    ) -> Self {
        self.experimental = Some(experimental);
        self
    }
    /// Sets `tools`.
    #[must_use]
    pub fn with_tools(mut self, tools: impl Into<McpUiAppCapabilitiesTools>) -> Self {
        self.tools = Some(tools.into());
        self
    }
}

impl McpUiAppCapabilitiesTools {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list_changed: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `listChanged`.
    #[must_use]
    pub fn with_list_changed(mut self, list_changed: bool) -> Self {
        self.list_changed = Some(list_changed);
        self
    }
}

impl McpUiClientCapabilities {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            mime_types: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `mimeTypes`.
    #[must_use]
    pub fn with_mime_types(mut self, mime_types: Vec<String>) -> Self {
        self.mime_types = Some(mime_types);
        self
    }
}

impl McpUiContainerDimensions {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            height: None,
            max_height: None,
            max_width: None,
            width: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `height`.
    #[must_use]
    pub fn with_height(mut self, height: impl Into<Number>) -> Self {
        self.height = Some(height.into());
        self
    }
    /// Sets `maxHeight`.
    #[must_use]
    pub fn with_max_height(mut self, max_height: impl Into<Number>) -> Self {
        self.max_height = Some(max_height.into());
        self
    }
    /// Sets `maxWidth`.
    #[must_use]
    pub fn with_max_width(mut self, max_width: impl Into<Number>) -> Self {
        self.max_width = Some(max_width.into());
        self
    }
    /// Sets `width`.
    #[must_use]
    pub fn with_width(mut self, width: impl Into<Number>) -> Self {
        self.width = Some(width.into());
        self
    }
}

impl McpUiDeviceCapabilities {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            hover: None,
            touch: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `hover`.
    #[must_use]
    pub fn with_hover(mut self, hover: bool) -> Self {
        self.hover = Some(hover);
        self
    }
    /// Sets `touch`.
    #[must_use]
    pub fn with_touch(mut self, touch: bool) -> Self {
        self.touch = Some(touch);
        self
    }
}

impl McpUiDownloadFileRequestParams {
    /// Creates it from the member that is always there, `contents`.
    #[must_use]
    pub fn new(contents: Vec<McpUiDownloadContent>) -> Self {
        Self {
            contents,
            extra: JsonObject::new(),
        }
    }
}

impl McpUiDownloadFileResult {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            is_error: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `isError`.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = Some(is_error);
        self
    }
}

impl McpUiHostCapabilities {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            download_file: None,
            experimental: None,
            logging: None,
            message: None,
            open_links: None,
            sampling: None,
            sandbox: None,
            server_resources: None,
            server_tools: None,
            update_model_context: None,
            extra: JsonObject::new(),
        }
    }
    /// Declares `downloadFile`.
    #[must_use]
    pub fn with_download_file(mut self) -> Self {
        self.download_file = Some(EmptyObject::default());
        self
    }
    /// Sets `experimental`.
    #[must_use]
    pub fn with_experimental(
        mut self,
        experimental: BTreeMap<String, JsonObject>,
    ) -> Self {
        self.experimental = Some(experimental);
        self
    }
    /// Declares `logging`.
    #[must_use]
    pub fn with_logging(mut self) -> Self {
        self.logging = Some(EmptyObject::default());
        self
    }
    /// Sets `message`.
    #[must_use]
    pub fn with_message(
        mut self,
        message: impl Into<McpUiSupportedContentBlockModalities>,
    ) -> Self {
        self.message = Some(message.into());
        self
    }
    /// Declares `openLinks`.
    #[must_use]
    pub fn with_open_links(mut self) -> Self {
        self.open_links = Some(EmptyObject::default());
        self
    }
    /// Sets `sampling`.
    #[must_use]
    pub fn with_sampling(
        mut self,
        sampling: impl Into<McpUiHostCapabilitiesSampling>,
    ) -> Self {
        self.sampling = Some(sampling.into());
        self
    }
    /// Sets `sandbox`.
    #[must_use]
    pub fn with_sandbox(
        mut self,
        sandbox: impl Into<McpUiHostCapabilitiesSandbox>,
    ) -> Self {
        self.sandbox = Some(sandbox.into());
        self
    }
    /// Sets `serverResources`.
    #[must_use]
    pub fn with_server_resources(
        mut self,
        server_resources: impl Into<McpUiHostCapabilitiesServerResources>,
    ) -> Self {
        self.server_resources = Some(server_resources.into());
        self
    }
    /// Sets `serverTools`.
    #[must_use]
    pub fn with_server_tools(
        mut self,
        server_tools: impl Into<McpUiHostCapabilitiesServerTools>,
    ) -> Self {
        self.server_tools = Some(server_tools.into());
        self
    }
    /// Sets `updateModelContext`.
    #[must_use]
    pub fn with_update_model_context(
        mut self,
        update_model_context: impl Into<McpUiSupportedContentBlockModalities>,
    ) -> Self {
        self.update_model_context = Some(update_model_context.into());
        self
    }
}

impl McpUiHostCapabilitiesSampling {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tools: None,
            extra: JsonObject::new(),
        }
    }
    /// Declares `tools`.
    #[must_use]
    pub fn with_tools(mut self) -> Self {
        self.tools = Some(EmptyObject::default());
        self
    }
}

impl McpUiHostCapabilitiesSandbox {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            csp: None,
            permissions: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `csp`.
    #[must_use]
    pub fn with_csp(mut self, csp: impl Into<McpUiResourceCsp>) -> Self {
        self.csp = Some(csp.into());
        self
    }
    /// Sets `permissions`.
    #[must_use]
    pub fn with_permissions(
        mut self,
        permissions: impl Into<McpUiResourcePermissions>,
    ) -> Self {
        self.permissions = Some(permissions.into());
        self
    }
}

impl McpUiHostCapabilitiesServerResources {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list_changed: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `listChanged`.
    #[must_use]
    pub fn with_list_changed(mut self, list_changed: bool) -> Self {
        self.list_changed = Some(list_changed);
        self
    }
}

impl McpUiHostCapabilitiesServerTools {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list_changed: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `listChanged`.
    #[must_use]
    pub fn with_list_changed(mut self, list_changed: bool) -> Self {
        self.list_changed = Some(list_changed);
        self
    }
}

impl McpUiHostContext {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            available_display_modes: None,
            container_dimensions: None,
            device_capabilities: None,
            display_mode: None,
            locale: None,
            platform: None,
            safe_area_insets: None,
            styles: None,
            theme: None,
            time_zone: None,
            tool_info: None,
            user_agent: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `availableDisplayModes`.
    #[must_use]
    pub fn with_available_display_modes(
        mut self,
        available_display_modes: Vec<McpUiDisplayMode>,
    ) -> Self {
        self.available_display_modes = Some(available_display_modes);
        self
    }
    /// Sets `containerDimensions`.
    #[must_use]
    pub fn with_container_dimensions(
        mut self,
        container_dimensions: impl Into<McpUiContainerDimensions>,
    ) -> Self {
        self.container_dimensions = Some(container_dimensions.into());
        self
    }
    /// Sets `deviceCapabilities`.
    #[must_use]
    pub fn with_device_capabilities(
        mut self,
        device_capabilities: impl Into<McpUiDeviceCapabilities>,
    ) -> Self {
        self.device_capabilities = Some(device_capabilities.into());
        self
    }
    /// Sets `displayMode`.
    #[must_use]
    pub fn with_display_mode(
        mut self,
        display_mode: impl Into<McpUiDisplayMode>,
    ) -> Self {
        self.display_mode = Some(display_mode.into());
        self
    }
    /// Sets `locale`.
    #[must_use]
    pub fn with_locale(mut self, locale: impl Into<String>) -> Self {
        self.locale = Some(locale.into());
        self
    }
    /// Sets `platform`.
    #[must_use]
    pub fn with_platform(mut self, platform: impl Into<McpUiPlatform>) -> Self {
        self.platform = Some(platform.into());
        self
    }
    /// Sets `safeAreaInsets`.
    #[must_use]
    pub fn with_safe_area_insets(
        mut self,
        safe_area_insets: impl Into<McpUiSafeAreaInsets>,
    ) -> Self {
        self.safe_area_insets = Some(safe_area_insets.into());
        self
    }
    /// Sets `styles`.
    #[must_use]
    pub fn with_styles(mut self, styles: impl Into<McpUiHostStyles>) -> Self {
        self.styles = Some(styles.into());
        self
    }
    /// Sets `theme`.
    #[must_use]
    pub fn with_theme(mut self, theme: impl Into<McpUiTheme>) -> Self {
        self.theme = Some(theme.into());
        self
    }
    /// Sets `timeZone`.
    #[must_use]
    pub fn with_time_zone(mut self, time_zone: impl Into<String>) -> Self {
        self.time_zone = Some(time_zone.into());
        self
    }
    /// Sets `toolInfo`.
    #[must_use]
    pub fn with_tool_info(mut self, tool_info: impl Into<McpUiToolInfo>) -> Self {
        self.tool_info = Some(tool_info.into());
        self
    }
    /// Sets `userAgent`.
    #[must_use]
    pub fn with_user_agent(mut self, user_agent: impl Into<String>) -> Self {
        self.user_agent = Some(user_agent.into());
        self
    }
}

impl McpUiHostCss {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            fonts: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `fonts`.
    #[must_use]
    pub fn with_fonts(mut self, fonts: impl Into<String>) -> Self {
        self.fonts = Some(fonts.into());
        self
    }
}

impl McpUiHostStyles {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            css: None,
            variables: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `css`.
    #[must_use]
    pub fn with_css(mut self, css: impl Into<McpUiHostCss>) -> Self {
        self.css = Some(css.into());
        self
    }
    /// Sets `variables`.
    #[must_use]
    pub fn with_variables(mut self, variables: impl Into<McpUiStyles>) -> Self {
        self.variables = Some(variables.into());
        self
    }
}

impl McpUiInitializeRequestParams {
    /// Creates it from the members that are always there: `appCapabilities`, `appInfo`, `protocolVersion`.
    #[must_use]
    pub fn new(
        app_capabilities: impl Into<McpUiAppCapabilities>,
        app_info: impl Into<Implementation>,
        protocol_version: impl Into<String>,
    ) -> Self {
        Self {
            app_capabilities: app_capabilities.into(),
            app_info: app_info.into(),
            protocol_version: protocol_version.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiInitializeResult {
    /// Creates it from the members that are always there: `hostCapabilities`, `hostContext`, `hostInfo`, `protocolVersion`.
    #[must_use]
    pub fn new(
        host_capabilities: impl Into<McpUiHostCapabilities>,
        host_context: impl Into<McpUiHostContext>,
        host_info: impl Into<Implementation>,
        protocol_version: impl Into<String>,
    ) -> Self {
        Self {
            host_capabilities: host_capabilities.into(),
            host_context: host_context.into(),
            host_info: host_info.into(),
            protocol_version: protocol_version.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiMessageRequestParams {
    /// Creates it from the members that are always there: `content`, `role`.
    #[must_use]
    pub fn new(content: Vec<ContentBlock>, role: impl Into<McpUiMessageRole>) -> Self {
        Self {
            content,
            role: role.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiMessageResult {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            is_error: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `isError`.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = Some(is_error);
        self
    }
}

impl McpUiOpenLinkRequestParams {
    /// Creates it from the member that is always there, `url`.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiOpenLinkResult {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            is_error: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `isError`.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = Some(is_error);
        self
    }
}

impl McpUiRequestDisplayModeRequestParams {
    /// Creates it from the member that is always there, `mode`.
    #[must_use]
    pub fn new(mode: impl Into<McpUiDisplayMode>) -> Self {
        Self {
            mode: mode.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiRequestDisplayModeResult {
    /// Creates it from the member that is always there, `mode`.
    #[must_use]
    pub fn new(mode: impl Into<McpUiDisplayMode>) -> Self {
        Self {
            mode: mode.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiResourceCsp {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            base_uri_domains: None,
            connect_domains: None,
            frame_domains: None,
            resource_domains: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `baseUriDomains`.
    #[must_use]
    pub fn with_base_uri_domains(mut self, base_uri_domains: Vec<String>) -> Self {
        self.base_uri_domains = Some(base_uri_domains);
        self
    }
    /// Sets `connectDomains`.
    #[must_use]
    pub fn with_connect_domains(mut self, connect_domains: Vec<String>) -> Self {
        self.connect_domains = Some(connect_domains);
        self
    }
    /// Sets `frameDomains`.
    #[must_use]
    pub fn with_frame_domains(mut self, frame_domains: Vec<String>) -> Self {
        self.frame_domains = Some(frame_domains);
        self
    }
    /// Sets `resourceDomains`.
    #[must_use]
    pub fn with_resource_domains(mut self, resource_domains: Vec<String>) -> Self {
        self.resource_domains = Some(resource_domains);
        self
    }
}

impl McpUiResourceMeta {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            csp: None,
            domain: None,
            permissions: None,
            prefers_border: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `csp`.
    #[must_use]
    pub fn with_csp(mut self, csp: impl Into<McpUiResourceCsp>) -> Self {
        self.csp = Some(csp.into());
        self
    }
    /// Sets `domain`.
    #[must_use]
    pub fn with_domain(mut self, domain: impl Into<String>) -> Self {
        self.domain = Some(domain.into());
        self
    }
    /// Sets `permissions`.
    #[must_use]
    pub fn with_permissions(
        mut self,
        permissions: impl Into<McpUiResourcePermissions>,
    ) -> Self {
        self.permissions = Some(permissions.into());
        self
    }
    /// Sets `prefersBorder`.
    #[must_use]
    pub fn with_prefers_border(mut self, prefers_border: bool) -> Self {
        self.prefers_border = Some(prefers_border);
        self
    }
}

impl McpUiResourcePermissions {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            camera: None,
            clipboard_write: None,
            geolocation: None,
            microphone: None,
            extra: JsonObject::new(),
        }
    }
    /// Declares `camera`.
    #[must_use]
    pub fn with_camera(mut self) -> Self {
        self.camera = Some(Permission::default());
        self
    }
    /// Declares `clipboardWrite`.
    #[must_use]
    pub fn with_clipboard_write(mut self) -> Self {
        self.clipboard_write = Some(Permission::default());
        self
    }
    /// Declares `geolocation`.
    #[must_use]
    pub fn with_geolocation(mut self) -> Self {
        self.geolocation = Some(Permission::default());
        self
    }
    /// Declares `microphone`.
    #[must_use]
    pub fn with_microphone(mut self) -> Self {
        self.microphone = Some(Permission::default());
        self
    }
}

impl McpUiSafeAreaInsets {
    /// Creates it from the members that are always there: `bottom`, `left`, `right`, `top`.
    #[must_use]
    pub fn new(
        bottom: impl Into<Number>,
        left: impl Into<Number>,
        right: impl Into<Number>,
        top: impl Into<Number>,
    ) -> Self {
        Self {
            bottom: bottom.into(),
            left: left.into(),
            right: right.into(),
            top: top.into(),
            extra: JsonObject::new(),
        }
    }
}

impl McpUiSandboxResourceReadyNotificationParams {
    /// Creates it from the member that is always there, `html`.
    #[must_use]
    pub fn new(html: impl Into<String>) -> Self {
        Self {
            csp: None,
            html: html.into(),
            permissions: None,
            sandbox: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `csp`.
    #[must_use]
    pub fn with_csp(mut self, csp: impl Into<McpUiResourceCsp>) -> Self {
        self.csp = Some(csp.into());
        self
    }
    /// Sets `permissions`.
    #[must_use]
    pub fn with_permissions(
        mut self,
        permissions: impl Into<McpUiResourcePermissions>,
    ) -> Self {
        self.permissions = Some(permissions.into());
        self
    }
    /// Sets `sandbox`.
    #[must_use]
    pub fn with_sandbox(mut self, sandbox: impl Into<String>) -> Self {
        self.sandbox = Some(sandbox.into());
        self
    }
}

impl McpUiSizeChangedNotificationParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            height: None,
            width: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `height`.
    #[must_use]
    pub fn with_height(mut self, height: impl Into<Number>) -> Self {
        self.height = Some(height.into());
        self
    }
    /// Sets `width`.
    #[must_use]
    pub fn with_width(mut self, width: impl Into<Number>) -> Self {
        self.width = Some(width.into());
        self
    }
}

impl McpUiSupportedContentBlockModalities {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            audio: None,
            image: None,
            resource: None,
            resource_link: None,
            structured_content: None,
            text: None,
            extra: JsonObject::new(),
        }
    }
    /// Declares `audio`.
    #[must_use]
    pub fn with_audio(mut self) -> Self {
        self.audio = Some(EmptyObject::default());
        self
    }
    /// Declares `image`.
    #[must_use]
    pub fn with_image(mut self) -> Self {
        self.image = Some(EmptyObject::default());
        self
    }
    /// Declares `resource`.
    #[must_use]
    pub fn with_resource(mut self) -> Self {
        self.resource = Some(EmptyObject::default());
        self
    }
    /// Declares `resourceLink`.
    #[must_use]
    pub fn with_resource_link(mut self) -> Self {
        self.resource_link = Some(EmptyObject::default());
        self
    }
    /// Declares `structuredContent`.
    #[must_use]
    pub fn with_structured_content(mut self) -> Self {
        self.structured_content = Some(EmptyObject::default());
        self
    }
    /// Declares `text`.
    #[must_use]
    pub fn with_text(mut self) -> Self {
        self.text = Some(EmptyObject::default());
        self
    }
}

impl McpUiToolCancelledNotificationParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            reason: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `reason`.
    #[must_use]
    pub fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
}

impl McpUiToolInfo {
    /// Creates it from the member that is always there, `tool`.
    #[must_use]
    pub fn new(tool: impl Into<Tool>) -> Self {
        Self {
            id: None,
            tool: tool.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `id`.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<RequestId>) -> Self {
        self.id = Some(id.into());
        self
    }
}

impl McpUiToolInputNotificationParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            arguments: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `arguments`.
    #[must_use]
    pub fn with_arguments(mut self, arguments: JsonObject) -> Self {
        self.arguments = Some(arguments);
        self
    }
}

impl McpUiToolInputPartialNotificationParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            arguments: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `arguments`.
    #[must_use]
    pub fn with_arguments(mut self, arguments: JsonObject) -> Self {
        self.arguments = Some(arguments);
        self
    }
}

impl McpUiToolMeta {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            resource_uri: None,
            visibility: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `resourceUri`.
    #[must_use]
    pub fn with_resource_uri(mut self, resource_uri: impl Into<String>) -> Self {
        self.resource_uri = Some(resource_uri.into());
        self
    }
    /// Sets `visibility`.
    #[must_use]
    pub fn with_visibility(mut self, visibility: Vec<McpUiToolVisibility>) -> Self {
        self.visibility = Some(visibility);
        self
    }
}

impl McpUiUpdateModelContextRequestParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            content: None,
            structured_content: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `content`.
    #[must_use]
    pub fn with_content(mut self, content: Vec<ContentBlock>) -> Self {
        self.content = Some(content);
        self
    }
    /// Sets `structuredContent`.
    #[must_use]
    pub fn with_structured_content(mut self, structured_content: JsonObject) -> Self {
        self.structured_content = Some(structured_content);
        self
    }
}

impl ModelHint {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            name: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `name`.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl ModelPreferences {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            cost_priority: None,
            hints: None,
            intelligence_priority: None,
            speed_priority: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `costPriority`.
    #[must_use]
    pub fn with_cost_priority(mut self, cost_priority: impl Into<Number>) -> Self {
        self.cost_priority = Some(cost_priority.into());
        self
    }
    /// Sets `hints`.
    #[must_use]
    pub fn with_hints(mut self, hints: Vec<ModelHint>) -> Self {
        self.hints = Some(hints);
        self
    }
    /// Sets `intelligencePriority`.
    #[must_use]
    pub fn with_intelligence_priority(
        mut self,
        intelligence_priority: impl Into<Number>,
    ) -> Self {
        self.intelligence_priority = Some(intelligence_priority.into());
        self
    }
    /// Sets `speedPriority`.
    #[must_use]
    pub fn with_speed_priority(mut self, speed_priority: impl Into<Number>) -> Self {
        self.speed_priority = Some(speed_priority.into());
        self
    }
}

impl PaginatedRequestParams {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            cursor: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
    /// Sets `cursor`.
    #[must_use]
    pub fn with_cursor(mut self, cursor: impl Into<String>) -> Self {
        self.cursor = Some(cursor.into());
        self
    }
}

impl ProgressNotificationParams {
    /// Creates it from the members that are always there: `progress`, `progressToken`.
    #[must_use]
    pub fn new(
        progress: impl Into<Number>,
        progress_token: impl Into<ProgressToken>,
    ) -> Self {
        Self {
            meta: None,
            message: None,
            progress: progress.into(),
            progress_token: progress_token.into(),
            total: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `message`.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
    /// Sets `total`.
    #[must_use]
    pub fn with_total(mut self, total: impl Into<Number>) -> Self {
        self.total = Some(total.into());
        self
    }
}

impl Prompt {
    /// Creates it from the member that is always there, `name`.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            meta: None,
            arguments: None,
            description: None,
            icons: None,
            name: name.into(),
            title: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `arguments`.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Vec<PromptArgument>) -> Self {
        self.arguments = Some(arguments);
        self
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl PromptArgument {
    /// Creates it from the member that is always there, `name`.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            description: None,
            name: name.into(),
            required: None,
            title: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `required`.
    #[must_use]
    pub fn with_required(mut self, required: bool) -> Self {
        self.required = Some(required);
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl ReadResourceRequestParams {
    /// Creates it from the member that is always there, `uri`.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self {
            meta: None,
            uri: uri.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}

impl ReadResourceResult {
    /// Creates it from the member that is always there, `contents`.
    #[must_use]
    pub fn new(contents: Vec<ResourceContents>) -> Self {
        Self {
            meta: None,
            contents,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
}

impl RequestMeta {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            progress_token: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `progressToken`.
    #[must_use]
    pub fn with_progress_token(
        mut self,
        progress_token: impl Into<ProgressToken>,
    ) -> Self {
        self.progress_token = Some(progress_token.into());
        self
    }
}

impl Resource {
    /// Creates it from the members that are always there: `name`, `uri`.
    #[must_use]
    pub fn new(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            description: None,
            icons: None,
            mime_type: None,
            name: name.into(),
            size: None,
            title: None,
            uri: uri.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
    /// Sets `size`.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<Number>) -> Self {
        self.size = Some(size.into());
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl ResourceLink {
    /// Creates it from the members that are always there: `name`, `uri`.
    #[must_use]
    pub fn new(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            description: None,
            icons: None,
            mime_type: None,
            name: name.into(),
            size: None,
            title: None,
            uri: uri.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
    /// Sets `size`.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<Number>) -> Self {
        self.size = Some(size.into());
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl ResourceTemplate {
    /// Creates it from the members that are always there: `name`, `uriTemplate`.
    #[must_use]
    pub fn new(name: impl Into<String>, uri_template: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            description: None,
            icons: None,
            mime_type: None,
            name: name.into(),
            title: None,
            uri_template: uri_template.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl SamplingMessage {
    /// Creates it from the members that are always there: `content`, `role`.
    #[must_use]
    pub fn new(
        content: impl Into<SamplingMessageContent>,
        role: impl Into<Role>,
    ) -> Self {
        Self {
            meta: None,
            content: content.into(),
            role: role.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
}

impl TextContent {
    /// Creates it from the member that is always there, `text`.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            text: text.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
}

impl TextResourceContents {
    /// Creates it from the members that are always there: `text`, `uri`.
    #[must_use]
    pub fn new(text: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            meta: None,
            mime_type: None,
            text: text.into(),
            uri: uri.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `mimeType`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl Tool {
    /// Creates it from the members that are always there: `inputSchema`, `name`.
    #[must_use]
    pub fn new(input_schema: JsonObject, name: impl Into<String>) -> Self {
        Self {
            meta: None,
            annotations: None,
            description: None,
            execution: None,
            icons: None,
            input_schema,
            name: name.into(),
            output_schema: None,
            title: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `annotations`.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<ToolAnnotations>) -> Self {
        self.annotations = Some(annotations.into());
        self
    }
    /// Sets `description`.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }
    /// Sets `execution`.
    #[must_use]
    pub fn with_execution(mut self, execution: impl Into<ToolExecution>) -> Self {
        self.execution = Some(execution.into());
        self
    }
    /// Sets `icons`.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = Some(icons);
        self
    }
    /// Sets `outputSchema`.
    #[must_use]
    pub fn with_output_schema(mut self, output_schema: JsonObject) -> Self {
        self.output_schema = Some(output_schema);
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl ToolAnnotations {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            destructive_hint: None,
            idempotent_hint: None,
            open_world_hint: None,
            read_only_hint: None,
            title: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `destructiveHint`.
    #[must_use]
    pub fn with_destructive_hint(mut self, destructive_hint: bool) -> Self {
        self.destructive_hint = Some(destructive_hint);
        self
    }
    /// Sets `idempotentHint`.
    #[must_use]
    pub fn with_idempotent_hint(mut self, idempotent_hint: bool) -> Self {
        self.idempotent_hint = Some(idempotent_hint);
        self
    }
    /// Sets `openWorldHint`.
    #[must_use]
    pub fn with_open_world_hint(mut self, open_world_hint: bool) -> Self {
        self.open_world_hint = Some(open_world_hint);
        self
    }
    /// Sets `readOnlyHint`.
    #[must_use]
    pub fn with_read_only_hint(mut self, read_only_hint: bool) -> Self {
        self.read_only_hint = Some(read_only_hint);
        self
    }
    /// Sets `title`.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}

impl ToolChoice {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            mode: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `mode`.
    #[must_use]
    pub fn with_mode(mut self, mode: impl Into<ToolChoiceMode>) -> Self {
        self.mode = Some(mode.into());
        self
    }
}

impl ToolExecution {
    /// Creates it with every member absent.
    #[must_use]
    pub fn new() -> Self {
        Self {
            task_support: None,
            extra: JsonObject::new(),
        }
    }
    /// Sets `taskSupport`.
    #[must_use]
    pub fn with_task_support(mut self, task_support: impl Into<TaskSupport>) -> Self {
        self.task_support = Some(task_support.into());
        self
    }
}

impl ToolResultContent {
    /// Creates it from the members that are always there: `content`, `toolUseId`.
    #[must_use]
    pub fn new(content: Vec<ContentBlock>, tool_use_id: impl Into<String>) -> Self {
        Self {
            meta: None,
            content,
            is_error: None,
            structured_content: None,
            tool_use_id: tool_use_id.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
    /// Sets `isError`.
    #[must_use]
    pub fn with_is_error(mut self, is_error: bool) -> Self {
        self.is_error = Some(is_error);
        self
    }
    /// Sets `structuredContent`.
    #[must_use]
    pub fn with_structured_content(
        mut self,
        structured_content: impl Into<Value>,
    ) -> Self {
        self.structured_content = Some(structured_content.into());
        self
    }
}

impl ToolUseContent {
    /// Creates it from the members that are always there: `id`, `input`, `name`.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        input: JsonObject,
        name: impl Into<String>,
    ) -> Self {
        Self {
            meta: None,
            id: id.into(),
            input,
            name: name.into(),
            extra: JsonObject::new(),
        }
    }
    /// Sets `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }
}
