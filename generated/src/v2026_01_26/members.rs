// Written by `cargo run -p codegen`. Do not edit: change spec/ or codegen/ and run it again.

//! The JSON of the structs of 2026-01-26.

use crate::wire::members;

use super::types::*;

members! {
    Annotations {
        audience = "audience",
        last_modified = "lastModified" as TIMESTAMP,
        priority = "priority",
    }
    AudioContent {
        meta = "_meta",
        annotations = "annotations",
        data = "data",
        mime_type = "mimeType",
    }
    BlobResourceContents {
        meta = "_meta",
        blob = "blob",
        mime_type = "mimeType",
        uri = "uri",
    }
    CallToolRequestParams {
        meta = "_meta",
        arguments = "arguments",
        name = "name",
    }
    CallToolResult {
        meta = "_meta",
        content = "content" or default,
        is_error = "isError",
        structured_content = "structuredContent",
    }
    CallToolResultMeta {
        io_modelcontextprotocol_related_task = "io.modelcontextprotocol/related-task",
        progress_token = "progressToken",
    }
    CancelledNotificationParams {
        meta = "_meta",
        reason = "reason",
        request_id = "requestId",
    }
    EmbeddedResource {
        meta = "_meta",
        annotations = "annotations",
        resource = "resource",
    }
    EmptyParams {
        meta = "_meta",
    }
    EmptyResult {
        meta = "_meta",
    }
    Icon {
        mime_type = "mimeType",
        sizes = "sizes",
        src = "src",
        theme = "theme",
    }
    ImageContent {
        meta = "_meta",
        annotations = "annotations",
        data = "data",
        mime_type = "mimeType",
    }
    Implementation {
        description = "description",
        icons = "icons",
        name = "name",
        title = "title",
        version = "version",
        website_url = "websiteUrl",
    }
    ListPromptsResult {
        meta = "_meta",
        next_cursor = "nextCursor",
        prompts = "prompts",
    }
    ListResourceTemplatesResult {
        meta = "_meta",
        next_cursor = "nextCursor",
        resource_templates = "resourceTemplates",
    }
    ListResourcesResult {
        meta = "_meta",
        next_cursor = "nextCursor",
        resources = "resources",
    }
    ListToolsResult {
        meta = "_meta",
        next_cursor = "nextCursor",
        tools = "tools",
    }
    LoggingMessageNotificationParams {
        meta = "_meta",
        data = "data",
        level = "level",
        logger = "logger",
    }
    McpUiAppCapabilities {
        available_display_modes = "availableDisplayModes",
        experimental = "experimental",
        tools = "tools",
    }
    McpUiAppCapabilitiesTools {
        list_changed = "listChanged",
    }
    McpUiClientCapabilities {
        mime_types = "mimeTypes",
    }
    McpUiContainerDimensions {
        height = "height",
        max_height = "maxHeight",
        max_width = "maxWidth",
        width = "width",
    }
    McpUiDeviceCapabilities {
        hover = "hover",
        touch = "touch",
    }
    McpUiHostCapabilities {
        experimental = "experimental",
        logging = "logging",
        message = "message",
        open_links = "openLinks",
        sandbox = "sandbox",
        server_resources = "serverResources",
        server_tools = "serverTools",
        update_model_context = "updateModelContext",
    }
    McpUiHostCapabilitiesSandbox {
        csp = "csp",
        permissions = "permissions",
    }
    McpUiHostCapabilitiesServerResources {
        list_changed = "listChanged",
    }
    McpUiHostCapabilitiesServerTools {
        list_changed = "listChanged",
    }
    McpUiHostContext {
        available_display_modes = "availableDisplayModes",
        container_dimensions = "containerDimensions",
        device_capabilities = "deviceCapabilities",
        display_mode = "displayMode",
        locale = "locale",
        platform = "platform",
        safe_area_insets = "safeAreaInsets",
        styles = "styles",
        theme = "theme",
        time_zone = "timeZone",
        tool_info = "toolInfo",
        user_agent = "userAgent",
    }
    McpUiHostCss {
        fonts = "fonts",
    }
    McpUiHostStyles {
        css = "css",
        variables = "variables",
    }
    McpUiInitializeRequestParams {
        app_capabilities = "appCapabilities",
        app_info = "appInfo",
        protocol_version = "protocolVersion",
    }
    McpUiInitializeResult {
        host_capabilities = "hostCapabilities",
        host_context = "hostContext",
        host_info = "hostInfo",
        protocol_version = "protocolVersion",
    }
    McpUiMessageRequestParams {
        content = "content",
        role = "role",
    }
    McpUiMessageResult {
        is_error = "isError",
    }
    McpUiOpenLinkRequestParams {
        url = "url",
    }
    McpUiOpenLinkResult {
        is_error = "isError",
    }
    McpUiRequestDisplayModeRequestParams {
        mode = "mode",
    }
    McpUiRequestDisplayModeResult {
        mode = "mode",
    }
    McpUiResourceCsp {
        base_uri_domains = "baseUriDomains",
        connect_domains = "connectDomains",
        frame_domains = "frameDomains",
        resource_domains = "resourceDomains",
    }
    McpUiResourceMeta {
        csp = "csp",
        domain = "domain",
        permissions = "permissions",
        prefers_border = "prefersBorder",
    }
    McpUiResourcePermissions {
        camera = "camera",
        clipboard_write = "clipboardWrite",
        geolocation = "geolocation",
        microphone = "microphone",
    }
    McpUiSafeAreaInsets {
        bottom = "bottom",
        left = "left",
        right = "right",
        top = "top",
    }
    McpUiSandboxResourceReadyNotificationParams {
        csp = "csp",
        html = "html",
        permissions = "permissions",
        sandbox = "sandbox",
    }
    McpUiSizeChangedNotificationParams {
        height = "height",
        width = "width",
    }
    McpUiSupportedContentBlockModalities {
        audio = "audio",
        image = "image",
        resource = "resource",
        resource_link = "resourceLink",
        structured_content = "structuredContent",
        text = "text",
    }
    McpUiToolCancelledNotificationParams {
        reason = "reason",
    }
    McpUiToolInfo {
        id = "id",
        tool = "tool",
    }
    McpUiToolInputNotificationParams {
        arguments = "arguments",
    }
    McpUiToolInputPartialNotificationParams {
        arguments = "arguments",
    }
    McpUiToolMeta {
        resource_uri = "resourceUri",
        visibility = "visibility",
    }
    McpUiUpdateModelContextRequestParams {
        content = "content",
        structured_content = "structuredContent",
    }
    PaginatedRequestParams {
        meta = "_meta",
        cursor = "cursor",
    }
    ProgressNotificationParams {
        meta = "_meta",
        message = "message",
        progress = "progress",
        progress_token = "progressToken",
        total = "total",
    }
    Prompt {
        meta = "_meta",
        arguments = "arguments",
        description = "description",
        icons = "icons",
        name = "name",
        title = "title",
    }
    PromptArgument {
        description = "description",
        name = "name",
        required = "required",
        title = "title",
    }
    ReadResourceRequestParams {
        meta = "_meta",
        uri = "uri",
    }
    ReadResourceResult {
        meta = "_meta",
        contents = "contents",
    }
    RelatedTaskMetadata {
        task_id = "taskId",
    }
    RequestMeta {
        progress_token = "progressToken",
    }
    Resource {
        meta = "_meta",
        annotations = "annotations",
        description = "description",
        icons = "icons",
        mime_type = "mimeType",
        name = "name",
        size = "size",
        title = "title",
        uri = "uri",
    }
    ResourceLink {
        meta = "_meta",
        annotations = "annotations",
        description = "description",
        icons = "icons",
        mime_type = "mimeType",
        name = "name",
        title = "title",
        uri = "uri",
    }
    ResourceTemplate {
        meta = "_meta",
        annotations = "annotations",
        description = "description",
        icons = "icons",
        mime_type = "mimeType",
        name = "name",
        title = "title",
        uri_template = "uriTemplate",
    }
    TextContent {
        meta = "_meta",
        annotations = "annotations",
        text = "text",
    }
    TextResourceContents {
        meta = "_meta",
        mime_type = "mimeType",
        text = "text",
        uri = "uri",
    }
    Tool {
        meta = "_meta",
        annotations = "annotations",
        description = "description",
        execution = "execution",
        icons = "icons",
        input_schema = "inputSchema" as OBJECT_SCHEMA,
        name = "name",
        output_schema = "outputSchema" as OBJECT_SCHEMA,
        title = "title",
    }
    ToolAnnotations {
        destructive_hint = "destructiveHint",
        idempotent_hint = "idempotentHint",
        open_world_hint = "openWorldHint",
        read_only_hint = "readOnlyHint",
        title = "title",
    }
    ToolExecution {
        task_support = "taskSupport",
    }
}
