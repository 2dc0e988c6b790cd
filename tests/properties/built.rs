//! Values built with the types' own constructors.

use mcp_apps_generated::draft::*;
use mcp_apps_generated::wire::{Number, RequestId};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::instances::any_json;

pub fn words() -> BoxedStrategy<String> {
    "[a-zA-Z0-9 :/.-]{0,12}".boxed()
}

fn object() -> BoxedStrategy<Map<String, Value>> {
    vec((words(), any_json()), 0..3).prop_map(|members| members.into_iter().collect()).boxed()
}

/// Every number JSON can say, to its last digit.
fn number() -> BoxedStrategy<Number> {
    prop::num::f64::NORMAL.prop_map(|value| Number::new(value).unwrap()).boxed()
}

pub fn block() -> BoxedStrategy<ContentBlock> {
    let annotations = prop::option::of((0..=1000_i32).prop_map(|priority| {
        let priority = Number::new(f64::from(priority) / 1000.0).unwrap();
        Annotations::new().with_audience(vec![Role::User, "critic".into()]).with_priority(priority)
    }));
    let text = (words(), annotations).prop_map(|(text, annotations)| {
        let text = TextContent::new(text);
        annotations.into_iter().fold(text, TextContent::with_annotations).into()
    });
    let image = (words(), words()).prop_map(|(data, mime)| ImageContent::new(data, mime).into());
    let audio = (words(), words()).prop_map(|(data, mime)| AudioContent::new(data, mime).into());
    let link =
        (words(), words(), number()).prop_map(|(name, uri, size)| ResourceLink::new(name, uri).with_size(size).into());
    let embedded = (any::<bool>(), words(), words()).prop_map(|(binary, contents, uri)| {
        let resource: ResourceContents = if binary {
            BlobResourceContents::new(contents, uri).into()
        } else {
            TextResourceContents::new(contents, uri).into()
        };
        EmbeddedResource::new(resource).into()
    });
    let future = object().prop_map(|mut members| {
        members.insert("type".to_owned(), json!("hologram"));
        ContentBlock::Other(members)
    });
    prop_oneof![text, image, audio, link, embedded, future].boxed()
}

pub fn tool_result() -> BoxedStrategy<CallToolResult> {
    (vec(block(), 0..4), prop::option::of(any_json()), prop::option::of(any::<bool>()), object())
        .prop_map(|(content, structured, error, meta)| {
            let mut result = CallToolResult::new(content);
            result.structured_content = structured;
            result.is_error = error;
            result.meta = Some(CallToolResultMeta::new());
            result.meta.iter_mut().for_each(|known| known.extra = meta.clone());
            result
        })
        .boxed()
}

pub fn tool() -> BoxedStrategy<Tool> {
    (words(), object(), prop::option::of(words()), any::<bool>())
        .prop_map(|(name, properties, title, read_only)| {
            let schema = json!({"type": "object", "properties": properties});
            let tool = Tool::new(schema.as_object().unwrap().clone(), name)
                .with_annotations(ToolAnnotations::new().with_read_only_hint(read_only));
            title.into_iter().fold(tool, Tool::with_title)
        })
        .boxed()
}

pub fn context() -> BoxedStrategy<McpUiHostContext> {
    let styles = vec((select(McpUiStyleVariableKey::ALL), words()), 0..4)
        .prop_map(|variables| McpUiHostStyles::new().with_variables(variables.into_iter().collect::<McpUiStyles>()));
    let modes = vec(prop_oneof![select(McpUiDisplayMode::ALL), words().prop_map(|mode| mode.as_str().into())], 0..3);
    let id = prop_oneof![words().prop_map(RequestId::from), any::<u32>().prop_map(|id| RequestId::from(i64::from(id)))];
    (styles, modes, (number(), number()), prop::option::of((tool(), id)), object())
        .prop_map(|(styles, modes, (width, height), call, extra)| {
            let dimensions = McpUiContainerDimensions::new().with_width(width).with_max_height(height);
            let mut context = McpUiHostContext::new()
                .with_styles(styles)
                .with_theme(McpUiTheme::Dark)
                .with_available_display_modes(modes)
                .with_container_dimensions(dimensions)
                .with_safe_area_insets(McpUiSafeAreaInsets::new(width, height, 0, 0));
            context.tool_info = call.map(|(tool, id)| McpUiToolInfo::new(tool).with_id(id));
            context.extra.extend(extra.into_iter().map(|(name, value)| (format!("x-{name}"), value)));
            context
        })
        .boxed()
}
