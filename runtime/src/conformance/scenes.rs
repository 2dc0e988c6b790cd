//! The scenes: each plays a part of a View's life and looks at some duties.

mod asking;
mod discovery;
mod display;
mod ending;
mod lifecycle;
mod offered;
mod passing;
mod policy;
mod sandbox;

use super::relay::RelayError;
use super::stage::{Stage, Stop};
use super::verdict::Found;

/// A scene, and the duties it looks at.
macro_rules! play {
    ($stage:ident, $found:ident: $($scene:path [$($id:literal)*])*) => {
        $(
            match $scene($stage, $found).await {
                Ok(()) => {}
                Err(Stop::Failed(why)) => $found.cut_short(&[$($id),*], &why),
                Err(Stop::Relay(error)) => return Err(error),
            }
        )*
    };
}

/// Plays them all.
pub(super) async fn play(stage: &mut Stage, found: &mut Found) -> Result<(), RelayError> {
    play! { stage, found:
        discovery::finding ["H1" "H2" "H5"]
        discovery::model ["H6" "H7"]
        policy::default ["H11"]
        policy::declared ["H10" "H12" "H14" "H15"]
        policy::injected ["H23"]
        policy::metadata ["H4"]
        sandbox::frame ["H18" "H19" "H20" "H21"]
        sandbox::page ["H22"]
        lifecycle::early ["H25" "H26"]
        lifecycle::whole ["H27" "H28" "H29"]
        lifecycle::cancelled ["H30"]
        lifecycle::changed ["H43" "H44"]
        asking::links ["H34"]
        asking::messages ["H35"]
        asking::model_context ["H36"]
        asking::downloads ["H37"]
        asking::sampling ["H39"]
        asking::malformed ["H24"]
        passing::visibility ["H8"]
        passing::other_servers ["H9"]
        passing::session ["H38"]
        passing::changes ["H45"]
        display::modes ["H40" "H41"]
        display::size ["H42"]
        offered::tools ["H46" "H48"]
        ending::asked_first ["H31"]
        ending::requested ["H32"]
        ending::running ["H33"]
    }
    Ok(())
}

/// Whether an adapter follows an order; if not, that is why nothing is seen.
fn can(stage: &Stage, found: &mut Found, ids: &[&'static str], order: &str) -> bool {
    let can = stage.does(order);
    if !can {
        ids.iter().for_each(|id| found.not_observable(id, format!("the adapter does not do `{order}`")));
    }
    can
}

/// Whether an adapter reports an event; if not, that is why nothing is seen.
fn sees(stage: &Stage, found: &mut Found, id: &'static str, event: &str) -> bool {
    let sees = stage.tells(event);
    if !sees {
        found.not_observable(id, format!("the adapter does not tell `{event}`"));
    }
    sees
}

/// The members of an adapter's answer that are texts.
fn text<'a>(told: &'a serde_json::Value, path: &[&str]) -> Option<&'a str> {
    path.iter().try_fold(told, |at, key| at.get(key))?.as_str()
}

/// An answer, to be read by people.
fn shown<E: std::fmt::Display>(answer: &Result<serde_json::Value, E>) -> String {
    match answer {
        Ok(result) => format!("the result {result}"),
        Err(error) => format!("the error {error}"),
    }
}
