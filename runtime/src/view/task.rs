//! The page's tasks: futures that run between the browser's other work.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Runs a future to its end, in the page.
pub fn spawn(future: impl Future<Output = ()> + 'static) {
    add(Box::pin(future));
}

type Task = Pin<Box<dyn Future<Output = ()>>>;

struct Tasks {
    next: Cell<usize>,
    waiting: RefCell<Vec<(usize, Task)>>,
    woken: RefCell<Vec<usize>>,
    run: Closure<dyn FnMut()>,
}

thread_local! {
    static TASKS: Tasks = Tasks {
        next: Cell::new(0),
        waiting: RefCell::default(),
        woken: RefCell::default(),
        run: Closure::new(run),
    };
}

fn add(task: Task) {
    let number = TASKS.with(|tasks| {
        let number = tasks.next.get();
        tasks.next.set(number + 1);
        tasks.waiting.borrow_mut().push((number, task));
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
        let mut woken = tasks.woken.borrow_mut();
        if woken.is_empty()
            && let Some(window) = web_sys::window()
        {
            window.queue_microtask(tasks.run.as_ref().unchecked_ref());
        }
        if !woken.contains(&number) {
            woken.push(number);
        }
    });
}

/// Polls those that were woken, each once: one that wakes itself lets the others run.
fn run() {
    for number in TASKS.with(|tasks| tasks.woken.take()) {
        // Taken out while it is polled: it may start others.
        let task = TASKS.with(|tasks| {
            let mut waiting = tasks.waiting.borrow_mut();
            let at = waiting.iter().position(|(known, _)| *known == number)?;
            Some(waiting.swap_remove(at))
        });
        let Some((_, mut task)) = task else { continue };
        let waker = Waker::from(Arc::new(Number(number)));
        if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            TASKS.with(|tasks| tasks.waiting.borrow_mut().push((number, task)));
        }
    }
}
