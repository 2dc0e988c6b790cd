//! Powerful features a View may be granted.

use mcp_apps_generated::v2026_01_26::McpUiResourcePermissions;
use mcp_apps_generated::wire::Permission;

/// The features of `_meta.ui.permissions`, as the Host grants them (H18). What was asked for is
/// read with [`requested`](Self::requested); what is given is the Host's to choose. Default: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Permissions {
    /// The camera.
    pub camera: bool,
    /// The microphone.
    pub microphone: bool,
    /// The user's place.
    pub geolocation: bool,
    /// Writing to the clipboard.
    pub clipboard_write: bool,
}

impl Permissions {
    /// What a View's resource asks for.
    pub fn requested(declared: &McpUiResourcePermissions) -> Self {
        Permissions {
            camera: declared.camera.is_some(),
            microphone: declared.microphone.is_some(),
            geolocation: declared.geolocation.is_some(),
            clipboard_write: declared.clipboard_write.is_some(),
        }
    }

    /// What both grant.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Permissions {
            camera: self.camera && other.camera,
            microphone: self.microphone && other.microphone,
            geolocation: self.geolocation && other.geolocation,
            clipboard_write: self.clipboard_write && other.clipboard_write,
        }
    }

    /// The value of an iframe's `allow` attribute. Both frames need it: a frame cannot pass on
    /// what it does not have.
    pub fn allow(self) -> String {
        let features = [
            (self.camera, "camera"),
            (self.microphone, "microphone"),
            (self.geolocation, "geolocation"),
            (self.clipboard_write, "clipboard-write"),
        ];
        let granted: Vec<_> = features.into_iter().filter(|(granted, _)| *granted).map(|(_, name)| name).collect();
        granted.join("; ")
    }

    /// The granted features in the shape they were declared in, to be told to the View.
    pub fn granted(self) -> McpUiResourcePermissions {
        let mut permissions = McpUiResourcePermissions::new();
        permissions.camera = self.camera.then(Permission::default);
        permissions.microphone = self.microphone.then(Permission::default);
        permissions.geolocation = self.geolocation.then(Permission::default);
        permissions.clipboard_write = self.clipboard_write.then(Permission::default);
        permissions
    }
}
