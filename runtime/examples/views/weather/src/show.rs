//! What the page shows.

use js_sys::Date;
use wasm_bindgen::JsValue;

use crate::chart::{draw, range, whole};
use crate::dom::{element, part, rows, set, show};
use crate::tools::{Day, Live, Sky};

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The weather, and that it is fresh.
pub fn live(live: &Live) {
    let weather = &live.weather;
    state("live");
    let at = Date::new(&JsValue::from_f64(weather.at as f64 * 1000.0));
    let (name, words) = sky(weather.sky);
    if let Some(page) = element("page") {
        set(&page, "data-sky", Some(name));
    }
    icon("icon", name);
    show("city", &weather.city);
    show("celsius", &tenths(weather.celsius));
    let today = weather.days.first().map(|day| [" · ", &whole(day.low), "° to ", &whole(day.high), "° today"].concat());
    show("words", &[words, today.as_deref().unwrap_or_default()].concat());
    show("feels", &[&*tenths(weather.feels_like), " °C"].concat());
    show("wind", &[&*whole(weather.wind_kmh), " km/h"].concat());
    show("humidity", &[&*whole(weather.humidity.into()), " %"].concat());
    draw(&weather.hours, at.get_hours());
    days(&weather.days, at.get_day());
    let [hours, minutes, seconds] = [at.get_hours(), at.get_minutes(), at.get_seconds()].map(two_digits);
    show("status", &["Live · ", &*hours, ":", &*minutes, ":", &*seconds].concat());
}

/// How many stations have answered.
pub fn progress([answered, all]: [u32; 2]) {
    let [some, whole] = [answered.to_string(), all.to_string()];
    show("status", &[&*some, " of ", &*whole, " stations have answered"].concat());
    if let Some(bar) = element("progress") {
        let share = (100 * answered / all.max(1)).to_string();
        set(&bar, "style", Some(&["width:", &*share, "%"].concat()));
    }
}

/// There will be no weather.
pub fn ended(why: &str) {
    state("ended");
    show("words", why);
    show("status", "The tool gave no weather");
}

/// What is shown is not what is now.
pub fn stale(why: &str) {
    if let Some(page) = element("page").filter(|page| page.class_name() == "live") {
        page.set_class_name("live stale");
    }
    show("status", why);
}

/// Nobody to ask.
pub fn without_refresh() {
    stale("As the tool gave it");
    if let Some(button) = element("refresh") {
        set(&button, "hidden", Some(""));
    }
}

/// One question at a time.
pub fn asking(now: bool) {
    if let Some(button) = element("refresh") {
        set(&button, "disabled", now.then_some(""));
    }
}

fn state(class: &str) {
    if let Some(page) = element("page") {
        page.set_class_name(class);
    }
}

fn days(days: &[Day], today: u32) {
    let (low, high) = range(days.iter().flat_map(|day| [day.low, day.high]));
    let place = |celsius: f64| whole(100.0 * (celsius - low) / (high - low));
    for (row, day) in rows("days", days.len()).iter().zip(days) {
        let style = ["--from:", &*place(day.low), "%;--to:", &*place(day.high), "%"].concat();
        set(row, "style", Some(&style));
        let name = DAYS.get(((today + day.day) % 7) as usize).copied().unwrap_or_default();
        for (class, text) in [
            (".name", if day.day == 0 { "Today" } else { name }),
            (".low", &[&*whole(day.low), "°"].concat()),
            (".high", &[&*whole(day.high), "°"].concat()),
        ] {
            if let Some(place) = part(row, class) {
                place.set_text_content(Some(text));
            }
        }
        if let Some(icon) = part(row, "use") {
            set(&icon, "href", Some(&["#", sky(day.sky).0].concat()));
        }
    }
}

fn icon(id: &str, name: &str) {
    if let Some(icon) = element(id) {
        set(&icon, "href", Some(&["#", name].concat()));
    }
}

/// A sky's name in the style sheet, and in words.
fn sky(sky: Sky) -> (&'static str, &'static str) {
    match sky {
        Sky::Sunny => ("sunny", "Sunny"),
        Sky::Fair => ("fair", "Partly cloudy"),
        Sky::Cloudy => ("cloudy", "Cloudy"),
        Sky::Rain => ("rain", "Rain"),
        Sky::Snow => ("snow", "Snow"),
    }
}

/// With one digit after the point, from whole numbers.
fn tenths(value: f64) -> String {
    let tenths = (value * 10.0).round() as i32;
    let sign = if tenths < 0 { "−" } else { "" };
    let [whole, rest] = [tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10].map(|digits| digits.to_string());
    [sign, &*whole, ".", &*rest].concat()
}

fn two_digits(number: u32) -> String {
    let digits = number.to_string();
    if number < 10 { ["0", &*digits].concat() } else { digits }
}
