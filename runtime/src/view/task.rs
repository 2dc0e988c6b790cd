//! The page's tasks: futures that run between the browser's other work.

use std::cell::Cell;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Window;

/// Runs a future to its end, in the page.
pub fn spawn(future: impl Future<Output = ()> + 'static) {
    add(Box::pin(future));
}

type Task = Pin<Box<dyn Future<Output = ()>>>;

struct Tasks {
    next: Cell<usize>,
    waiting: Shelf<(usize, Task, Waker)>,
    woken: Shelf<usize>,
    run: Closure<dyn FnMut()>,
    /// Asked for once: every message wakes somebody.
    window: Option<Window>,
}

/// A list that is taken out to be changed: nothing of it can be borrowed twice.
struct Shelf<T>(Cell<Vec<T>>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf(Cell::default())
    }
}

impl<T> Shelf<T> {
    fn with<R>(&self, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
        let mut list = self.0.take();
        let done = change(&mut list);
        self.0.set(list);
        done
    }
}

thread_local! {
    static TASKS: Tasks = Tasks {
        next: Cell::new(0),
        waiting: Shelf::default(),
        woken: Shelf::default(),
        run: Closure::new(run),
        window: web_sys::window(),
    };
}

fn add(task: Task) {
    let number = TASKS.with(|tasks| {
        let number = tasks.next.get();
        tasks.next.set(number + 1);
        tasks.waiting.with(|waiting| waiting.push((number, task, Waker::from(Arc::new(Number(number))))));
        number
    });
    wake(number);
}

/// A waker has to be one of any thread's; a page has one.
struct Number(usize);

impl Wake for Number {
    fn wake(self: Arc<Self>) {
        wake(self.0);
    }
}

fn wake(number: usize) {
    TASKS.with(|tasks| {
        let first = tasks.woken.with(|woken| {
            let first = woken.is_empty();
            if !woken.contains(&number) {
                woken.push(number);
            }
            first
        });
        if first && let Some(window) = &tasks.window {
            window.queue_microtask(tasks.run.as_ref().unchecked_ref());
        }
    });
}

/// Polls those that were woken, each once: one that wakes itself lets the others run.
fn run() {
    for number in TASKS.with(|tasks| tasks.woken.0.take()) {
        // Taken out while it is polled: it may start others.
        let task = TASKS.with(|tasks| {
            tasks.waiting.with(|waiting| {
                let at = waiting.iter().position(|(known, ..)| *known == number)?;
                Some(waiting.swap_remove(at))
            })
        });
        let Some((_, mut task, waker)) = task else { continue };
        if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            TASKS.with(|tasks| tasks.waiting.with(|waiting| waiting.push((number, task, waker))));
        }
    }
}
