//! Weather out of thin air: the same for a city at a time, and plausible.

use std::time::{SystemTime, UNIX_EPOCH};

use super::tools::{Day, Hour, Place, Sky, Weather};

const PLACES: &[(&str, f64, f64)] = &[
    ("berlin", 52.52, 13.41),
    ("lisbon", 38.72, -9.14),
    ("london", 51.51, -0.13),
    ("new york", 40.71, -74.01),
    ("paris", 48.86, 2.35),
    ("são paulo", -23.55, -46.63),
    ("sydney", -33.87, 151.21),
    ("tokyo", 35.68, 139.69),
];

impl Weather {
    pub fn now(city: &str) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let seed = city.to_lowercase().bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let base = 6.0 + (seed % 20) as f64;
        // A day has its curve, and a minute its flutter.
        let at_hour = |hour: f64| {
            let angle = (hour - 15.0) / 24.0 * std::f64::consts::TAU;
            base + 4.5 * angle.cos() + 0.8 * (hour * 1.7 + seed as f64).sin()
        };
        let hour = (at % 86_400) as f64 / 3600.0;
        let celsius = at_hour(hour) + 0.3 * (at as f64 / 11.0).sin();
        let hours = (0..12)
            .map(|ahead| Hour {
                hour: ahead,
                celsius: tenth(at_hour(hour + f64::from(ahead))),
                rain_percent: ((seed / 7 + u64::from(ahead) * 13) % 90) as u32,
            })
            .collect();
        let days = (0..5)
            .map(|day| {
                let shift = if day == 0 { 0.0 } else { ((seed / 3 + u64::from(day) * 7) % 9) as f64 - 4.0 };
                let sky = sky(seed + u64::from(day), base + shift);
                Day { day, sky, low: tenth(base - 5.5 + shift), high: tenth(base + 5.5 + shift) }
            })
            .collect();
        let known = PLACES.iter().find(|(name, ..)| *name == city.to_lowercase());
        Weather {
            city: city.to_owned(),
            sky: sky(seed, base),
            celsius: tenth(celsius),
            feels_like: tenth(celsius - 1.4),
            wind_kmh: tenth(4.0 + (seed % 23) as f64 + (at as f64 / 7.0).sin()),
            humidity: 40 + (seed % 45) as u32,
            hours,
            days,
            place: known.map(|&(_, latitude, longitude)| Place { latitude, longitude }),
            at,
        }
    }

    /// What the model reads.
    pub fn summary(&self) -> String {
        let today = self.days.first().map(|day| format!(", {} to {} °C today", day.low, day.high)).unwrap_or_default();
        format!(
            "{}: {:?}, {} °C (feels like {} °C), wind {} km/h, humidity {} %{today}.",
            self.city, self.sky, self.celsius, self.feels_like, self.wind_kmh, self.humidity
        )
    }
}

fn sky(seed: u64, base: f64) -> Sky {
    match seed % 5 {
        0 | 1 => Sky::Sunny,
        2 => Sky::Fair,
        3 => Sky::Cloudy,
        _ if base < 8.0 => Sky::Snow,
        _ => Sky::Rain,
    }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
