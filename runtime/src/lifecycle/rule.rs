//! The rules a message can break, by the names the project's spec audit gives them.

use std::fmt;

macro_rules! rules {
    ($($variant:ident = $code:literal, $sentence:literal;)*) => {
        /// A rule of the protocol's lifecycle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!($code, ": ", $sentence, ".")] $variant,)*
        }

        impl Rule {
            /// The rule's name in the spec audit, as `H27`.
            pub fn code(self) -> &'static str {
                match self {
                    $(Rule::$variant => $code,)*
                }
            }

            /// The rule in one sentence, without its full stop.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Rule::$variant => $sentence,)*
                }
            }
        }
    };
}

rules! {
    SilentBeforeInitialized = "H25", "the Host sends the View nothing but answers before `initialized`";
    InputOnce = "H27", "tool-input is sent at most once";
    InputBeforeResult = "H27", "tool-input comes before tool-result";
    PartialBeforeInput = "H28", "tool-input-partial comes only before tool-input and the end of the call";
    ResultOnce = "H29", "tool-result is sent at most once";
    ResultOrCancelled = "H30", "a tool call ends with a result or a cancellation, not both, and only once";
    TeardownHandshake = "H31", "once a View is being torn down nothing but answers is sent to it";
    SupportedDisplayModes = "H40", "the Host switches only to display modes the View declared";
    ViewCapabilities = "V1", "ui/initialize carries the View's capabilities";
    InitializedOnce = "V2", "`initialized` follows a successful answer to ui/initialize, once";
    InitializeFirst = "V19", "the View asks the Host nothing before it has sent `initialized`";
    UnknownVersion = "W11", "both sides speak a protocol version the other knows";
    DeclaredCapability = "V20", "a method is used only if the peer declared its capability";
    Direction = "U", "every method has its sender and its kind";
    SandboxPrefix = "P7", "sandbox messages pass only between the Host and the sandbox proxy, once";
    AnswerKnown = "M16", "an answer or a progress report refers to a request that is still open";
    Envelope = "W5", "every message is a JSON-RPC 2.0 message";
    Params = "W2", "`params` and `result` fit the method";
    Answered = "RPC", "every request is answered, once";
    OfferedDisplayModes = "V5", "the View asks only for display modes the Host offers";
    EmptyResult = "W6", "some results are exactly an empty object";
    Strict = "W1", "nothing is sent that a strict peer would reject";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.code(), self.sentence())
    }
}
