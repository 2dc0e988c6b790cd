//! The next hours as a curve.

use crate::dom::{element, part, rows, set};
use crate::tools::Hour;

/// The curve's box, as `index.html` has it; the browser stretches it to the room there is.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 300.0;
/// The curve keeps clear of the temperatures over it and the rain under it.
const TOP: f64 = 84.0;
const BOTTOM: f64 = 216.0;

/// Draws the hours, the first of which is `now` on the clock.
pub fn draw(hours: &[Hour], now: u32) {
    let (low, high) = range(hours.iter().map(|hour| hour.celsius));
    let step = WIDTH / hours.len().max(1) as f64;
    let across = |place: usize| (place as f64 + 0.5) * step;
    let down = |celsius: f64| BOTTOM - (BOTTOM - TOP) * (celsius - low) / (high - low);

    let points: Vec<(f64, f64)> = hours.iter().enumerate().map(|(at, hour)| (across(at), down(hour.celsius))).collect();
    // How steep the curve is at a point: level where it turns.
    let slope = |at: usize| match points.get(at.saturating_sub(1)..at + 2) {
        Some(&[(_, before), (_, here), (_, after)]) if (before < here) == (here < after) => (after - before) / 2.0,
        _ => 0.0,
    };
    let mut line = String::new();
    for (at, &(x, y)) in points.iter().enumerate() {
        match at.checked_sub(1).and_then(|last| Some((last, points.get(last)?))) {
            // It comes from the edge.
            None => command(&mut line, &[("M", 0.0), (" ", y), ("L", x), (" ", y)]),
            Some((last, &(from, level))) => {
                let (leaves, arrives) = (level + slope(last) / 3.0, y - slope(at) / 3.0);
                let third = step / 3.0;
                command(&mut line, &[("C", from + third), (" ", leaves), (" ", x - third), (" ", arrives)]);
                command(&mut line, &[(" ", x), (" ", y)]);
            }
        }
    }
    if let Some((_, y)) = points.last() {
        command(&mut line, &[("L", WIDTH), (" ", *y)]);
    }
    if let Some(path) = element("line") {
        set(&path, "d", Some(&line));
    }
    command(&mut line, &[("L", WIDTH), (" ", HEIGHT), ("L", 0.0), (" ", HEIGHT)]);
    if let Some(path) = element("area") {
        set(&path, "d", Some(&line));
    }

    for (row, hour) in rows("hours", hours.len()).iter().zip(hours) {
        let level = whole(100.0 * down(hour.celsius) / HEIGHT);
        let style = ["--level:", &*level, "%;--rain:", &*whole(hour.rain_percent.into()), "%"].concat();
        set(row, "style", Some(&style));
        let clock = if hour.hour == 0 { "Now".to_owned() } else { whole(((now + hour.hour) % 24).into()) };
        for (place, text) in [
            ("b", [&*whole(hour.celsius), "°"].concat()),
            ("em", [&*whole(hour.rain_percent.into()), "%"].concat()),
            ("span", clock),
        ] {
            if let Some(place) = part(row, place) {
                place.set_text_content(Some(&text));
            }
        }
    }
}

/// The least and the most, a little apart even where they are the same.
pub fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    (low, high.max(low + 0.1))
}

/// Whole numbers are enough, and printing a fraction takes a page kilobytes more.
pub fn whole(value: f64) -> String {
    (value.round() as i32).to_string()
}

fn command(path: &mut String, parts: &[(&str, f64)]) {
    for (text, number) in parts {
        path.push_str(text);
        path.push_str(&whole(*number));
    }
}
