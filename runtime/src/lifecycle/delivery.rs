//! What the Host tells the View about the one tool call it shows (H27–H30).

use super::Rule;
use super::names::{INPUT, PARTIAL, RESULT, TOOL_CANCELLED};

/// One of the four notifications about the tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `ui/notifications/tool-input-partial`
    Partial,
    /// `ui/notifications/tool-input`
    Input,
    /// `ui/notifications/tool-result`
    Result,
    /// `ui/notifications/tool-cancelled`
    Cancelled,
}

impl Step {
    /// The step this method is, if it is one.
    pub fn of(method: &str) -> Option<Step> {
        match method {
            PARTIAL => Some(Step::Partial),
            INPUT => Some(Step::Input),
            RESULT => Some(Step::Result),
            TOOL_CANCELLED => Some(Step::Cancelled),
            _ => None,
        }
    }

    /// The method of this step.
    pub fn method(self) -> &'static str {
        match self {
            Step::Partial => PARTIAL,
            Step::Input => INPUT,
            Step::Result => RESULT,
            Step::Cancelled => TOOL_CANCELLED,
        }
    }
}

/// How a step stands to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As the protocol wants it.
    Fine,
    /// New to the other side, but early or late: a sender holds it back, a receiver uses it.
    OutOfOrder(Rule),
    /// Repeats or contradicts an earlier step.
    Refused(Rule),
}

/// Which steps have been taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    input: bool,
    result: bool,
    cancelled: bool,
}

impl Delivery {
    /// Takes a step, unless it is refused.
    pub fn take(&mut self, step: Step) -> Verdict {
        let verdict = self.judge(step);
        if !matches!(verdict, Verdict::Refused(_)) {
            match step {
                Step::Partial => {}
                Step::Input => self.input = true,
                Step::Result => self.result = true,
                Step::Cancelled => self.cancelled = true,
            }
        }
        verdict
    }

    /// How a step would stand now.
    pub fn judge(&self, step: Step) -> Verdict {
        use Verdict::{Fine, OutOfOrder, Refused};
        match step {
            Step::Partial if self.input || self.result || self.cancelled => Refused(Rule::PartialBeforeInput),
            Step::Input if self.input => Refused(Rule::InputOnce),
            Step::Input | Step::Result if self.cancelled => Refused(Rule::ResultOrCancelled),
            Step::Input if self.result => OutOfOrder(Rule::InputBeforeResult),
            Step::Result if self.result => Refused(Rule::ResultOnce),
            Step::Result if !self.input => OutOfOrder(Rule::InputBeforeResult),
            Step::Cancelled if self.result || self.cancelled => Refused(Rule::ResultOrCancelled),
            _ => Fine,
        }
    }

    /// Whether the input has been taken.
    pub fn has_input(&self) -> bool {
        self.input
    }

    /// Whether the call has ended, by a result or by a cancellation.
    pub fn is_over(&self) -> bool {
        self.result || self.cancelled
    }
}

#[cfg(test)]
mod tests {
    use super::Step::{Cancelled, Input, Partial, Result};
    use super::*;

    fn last(steps: &[Step]) -> Verdict {
        let mut delivery = Delivery::default();
        let verdicts = steps.iter().map(|step| delivery.take(*step));
        verdicts.last().unwrap_or(Verdict::Fine)
    }

    #[test]
    fn partials_then_input_then_result_is_the_order() {
        for end in 1..=4 {
            assert_eq!(last(&[Partial, Partial, Input, Result][..end]), Verdict::Fine);
        }
        assert_eq!(last(&[Partial, Input, Cancelled]), Verdict::Fine);
    }

    #[test]
    fn a_cancellation_while_the_input_streams_is_fine() {
        assert_eq!(last(&[Partial, Cancelled]), Verdict::Fine);
        assert_eq!(last(&[Partial, Cancelled, Input]), Verdict::Refused(Rule::ResultOrCancelled));
    }

    #[test]
    fn input_and_result_come_once() {
        assert_eq!(last(&[Input, Input]), Verdict::Refused(Rule::InputOnce));
        assert_eq!(last(&[Input, Result, Result]), Verdict::Refused(Rule::ResultOnce));
        assert_eq!(last(&[Input, Result, Input]), Verdict::Refused(Rule::InputOnce));
    }

    #[test]
    fn no_partial_after_the_input() {
        for before in [Input, Result, Cancelled] {
            assert_eq!(last(&[before, Partial]), Verdict::Refused(Rule::PartialBeforeInput));
        }
    }

    #[test]
    fn result_xor_cancelled() {
        for steps in [[Input, Result, Cancelled], [Input, Cancelled, Result], [Input, Cancelled, Cancelled]] {
            assert_eq!(last(&steps), Verdict::Refused(Rule::ResultOrCancelled));
        }
    }

    #[test]
    fn a_result_without_input_is_early_and_its_input_late_but_neither_is_lost() {
        assert_eq!(last(&[Result]), Verdict::OutOfOrder(Rule::InputBeforeResult));
        assert_eq!(last(&[Result, Input]), Verdict::OutOfOrder(Rule::InputBeforeResult));
    }
}
