//! The rules: an id, whom a change hurts, and the rule it becomes when the sides are swapped.

use serde::Serialize;

/// What a message means to its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Everything is understood.
    Safe,
    /// The message is taken, part of it is ignored (or a method answered with −32601).
    Lossy,
    /// A strict peer refuses the message.
    Breaking,
}

/// What the generated crate's next version must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bump {
    /// The output is the same.
    None,
    /// Code that compiled still does: documentation, constants, limits or the schema file changed.
    Patch,
    /// Code that compiled still does.
    Minor,
    /// Code that compiled may not.
    Major,
}

impl Effect {
    /// The word a report uses.
    pub fn word(self) -> &'static str {
        match self {
            Effect::Safe => "safe",
            Effect::Lossy => "lossy",
            Effect::Breaking => "breaking",
        }
    }
}

impl Bump {
    /// The word a report uses.
    pub fn word(self) -> &'static str {
        match self {
            Bump::None => "none",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $old_to_new:ident / $new_to_old:ident, api $api:ident, mirrors $mirror:ident;)*) => {
        /// A named kind of change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub enum Rule {
            $($(#[doc = $doc])+ #[serde(rename = $id)] $name,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];

            /// Its stable id.
            pub fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }

            /// What it means, in a sentence.
            pub fn doc(self) -> &'static str {
                match self { $(Rule::$name => concat!($($doc),+)),* }
            }

            /// What happens at worst to old sender → new receiver, and new sender → old receiver. A change of a type
            /// says what happens to it.
            pub fn effects(self) -> (Effect, Effect) {
                match self { $(Rule::$name => (Effect::$old_to_new, Effect::$new_to_old)),* }
            }

            /// What it usually does to users of the generated crate.
            pub fn api(self) -> Bump {
                match self { $(Rule::$name => Bump::$api),* }
            }

            /// The rule it is when FROM and TO are swapped.
            pub fn mirror(self) -> Rule {
                match self { $(Rule::$name => Rule::$mirror),* }
            }
        }
    };
}

rules! {
    /// A method, or a direction of one, is new. Old peers answer −32601 or ignore it.
    MethodAdded = "method-added", Safe / Lossy, api Minor, mirrors MethodRemoved;
    /// A method, or a direction of one, is gone. New peers answer −32601 or ignore it.
    MethodRemoved = "method-removed", Lossy / Safe, api Major, mirrors MethodAdded;
    /// A message's method string is another.
    MethodStringChanged = "method-string-changed", Breaking / Breaking, api Patch, mirrors MethodStringChanged;
    /// A request became a notification, or the reverse.
    KindChanged = "kind-changed", Breaking / Breaking, api Major, mirrors KindChanged;
    /// Another party sends it.
    DirectionChanged = "direction-changed", Breaking / Breaking, api Major, mirrors DirectionChanged;
    /// It may be sent earlier than before.
    PhaseWidened = "phase-widened", Safe / Breaking, api Patch, mirrors PhaseNarrowed;
    /// It may be sent only later than before.
    PhaseNarrowed = "phase-narrowed", Breaking / Safe, api Patch, mirrors PhaseWidened;
    /// It belongs to another part of the conversation.
    PhaseChanged = "phase-changed", Breaking / Breaking, api Patch, mirrors PhaseChanged;
    /// It needs a capability now.
    CapabilityRequired = "capability-required", Breaking / Safe, api Patch, mirrors CapabilityDropped;
    /// It needs no capability any more.
    CapabilityDropped = "capability-dropped", Safe / Breaking, api Patch, mirrors CapabilityRequired;
    /// It needs another capability.
    CapabilityChanged = "capability-changed", Breaking / Breaking, api Patch, mirrors CapabilityChanged;
    /// It may be sent only once now.
    OnceRequired = "once-required", Breaking / Safe, api Patch, mirrors OnceDropped;
    /// It may be sent again.
    OnceDropped = "once-dropped", Safe / Breaking, api Patch, mirrors OnceRequired;
    /// Its answer must be exactly `{}` now.
    EmptyResultRequired = "empty-result-required", Breaking / Safe, api Patch, mirrors EmptyResultDropped;
    /// Its answer may say something.
    EmptyResultDropped = "empty-result-dropped", Safe / Breaking, api Patch, mirrors EmptyResultRequired;
    /// Its answer has another type.
    ResultChanged = "result-changed", Breaking / Breaking, api Major, mirrors ResultChanged;
    /// Its parameters have another type.
    ParamsChanged = "params-changed", Breaking / Breaking, api Major, mirrors ParamsChanged;
    /// Its parameters may be left out.
    ParamsOptional = "params-optional", Safe / Breaking, api Major, mirrors ParamsRequired;
    /// Its parameters must be there.
    ParamsRequired = "params-required", Breaking / Safe, api Major, mirrors ParamsOptional;
    /// An optional member is new. Old peers ignore it.
    FieldAdded = "field-added", Safe / Lossy, api Minor, mirrors FieldRemoved;
    /// An optional member is gone. New peers ignore it.
    FieldRemoved = "field-removed", Lossy / Safe, api Major, mirrors FieldAdded;
    /// A required member is new.
    RequiredFieldAdded = "required-field-added", Breaking / Lossy, api Major, mirrors RequiredFieldRemoved;
    /// A required member is gone.
    RequiredFieldRemoved = "required-field-removed", Lossy / Breaking, api Major, mirrors RequiredFieldAdded;
    /// A member must be there now.
    FieldRequired = "field-required", Breaking / Safe, api Major, mirrors FieldOptional;
    /// A member may be left out.
    FieldOptional = "field-optional", Safe / Breaking, api Major, mirrors FieldRequired;
    /// The absence of an optional list means the empty list now.
    DefaultAdded = "default-added", Safe / Safe, api Major, mirrors DefaultRemoved;
    /// Absence means nothing in particular any more.
    DefaultRemoved = "default-removed", Safe / Safe, api Major, mirrors DefaultAdded;
    /// It accepts everything it did, and more.
    TypeWidened = "type-widened", Safe / Breaking, api Major, mirrors TypeNarrowed;
    /// It accepts part of what it did.
    TypeNarrowed = "type-narrowed", Breaking / Safe, api Major, mirrors TypeWidened;
    /// It accepts something else.
    TypeChanged = "type-changed", Breaking / Breaking, api Major, mirrors TypeChanged;
    /// The same on the wire, and another type in Rust.
    RustTypeChanged = "rust-type-changed", Safe / Safe, api Major, mirrors RustTypeChanged;
    /// A bound of a number was moved inwards, or added.
    BoundTightened = "bound-tightened", Breaking / Safe, api Patch, mirrors BoundLoosened;
    /// A bound of a number was moved outwards, or dropped.
    BoundLoosened = "bound-loosened", Safe / Breaking, api Patch, mirrors BoundTightened;
    /// The bounds of a number moved in both directions.
    BoundChanged = "bound-changed", Breaking / Breaking, api Patch, mirrors BoundChanged;
    /// A string's format or pattern takes less.
    TextTightened = "text-tightened", Breaking / Safe, api Patch, mirrors TextLoosened;
    /// A string's format or pattern takes more.
    TextLoosened = "text-loosened", Safe / Breaking, api Patch, mirrors TextTightened;
    /// A string's format or pattern is another.
    TextChanged = "text-changed", Breaking / Breaking, api Patch, mirrors TextChanged;
    /// An enum has a new member. TypeScript peers refuse the whole message for one they don't know.
    MemberAdded = "enum-member-added", Safe / Breaking, api Minor, mirrors MemberRemoved;
    /// A member of an enum is gone.
    MemberRemoved = "enum-member-removed", Breaking / Safe, api Major, mirrors MemberAdded;
    /// A union has a new alternative.
    AlternativeAdded = "union-member-added", Safe / Breaking, api Minor, mirrors AlternativeRemoved;
    /// An alternative of a union is gone.
    AlternativeRemoved = "union-member-removed", Breaking / Safe, api Major, mirrors AlternativeAdded;
    /// The constant that tells an alternative apart is another.
    TagChanged = "tag-changed", Breaking / Breaking, api Patch, mirrors TagChanged;
    /// Upstream closes the object: TypeScript peers strip members they don't know.
    ObjectClosed = "object-closed", Lossy / Safe, api None, mirrors ObjectOpened;
    /// Upstream opens the object: TypeScript peers keep members they don't know.
    ObjectOpened = "object-opened", Safe / Lossy, api None, mirrors ObjectClosed;
    /// A member nobody declared may not be there at all: peers that ignored it refuse it.
    MemberForbidden = "member-forbidden", Safe / Safe, api None, mirrors MemberAllowed;
    /// A member is no longer forbidden.
    MemberAllowed = "member-allowed", Safe / Safe, api None, mirrors MemberForbidden;
    /// A type is new; where it is used is a change of its own.
    TypeAdded = "type-added", Safe / Safe, api Minor, mirrors TypeRemoved;
    /// A type is gone; where it was used is a change of its own.
    TypeRemoved = "type-removed", Safe / Safe, api Major, mirrors TypeAdded;
    /// A type, or a method's marker, has another name and the same shape.
    TypeRenamed = "type-renamed", Safe / Safe, api Major, mirrors TypeRenamed;
    /// A constant of the protocol is new.
    ConstantAdded = "constant-added", Safe / Safe, api Minor, mirrors ConstantRemoved;
    /// A constant of the protocol is gone.
    ConstantRemoved = "constant-removed", Safe / Safe, api Major, mirrors ConstantAdded;
    /// A constant of the protocol has another value.
    ConstantChanged = "constant-changed", Breaking / Breaking, api Patch, mirrors ConstantChanged;
}

impl Rule {
    /// Whether it is about messages, and not only about the generated crate.
    pub fn is_on_the_wire(self) -> bool {
        !matches!(
            self,
            Rule::RustTypeChanged
                | Rule::TypeAdded
                | Rule::TypeRemoved
                | Rule::TypeRenamed
                | Rule::ConstantAdded
                | Rule::ConstantRemoved
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Rule;

    #[test]
    fn swapping_the_sides_mirrors_every_rule_and_its_effects() {
        for rule in Rule::ALL {
            let (old_to_new, new_to_old) = rule.effects();
            assert_eq!(rule.mirror().mirror(), *rule, "{}", rule.id());
            assert_eq!(rule.mirror().effects(), (new_to_old, old_to_new), "{}", rule.id());
        }
    }

    #[test]
    fn every_rule_has_an_id_of_its_own() {
        let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
    }
}
