//! Telling the Host how large the content is.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver, Window};

use super::dom::{document, root};

/// Watches a size and reports it, until dropped: at most once a frame, and only what is new (V7).
#[must_use = "the size is watched until this is dropped"]
pub struct AutoResize {
    watch: Rc<Watch>,
}

struct Watch {
    observer: Cell<Option<ResizeObserver>>,
    callbacks: Cell<Vec<Closure<dyn FnMut()>>>,
    /// The window, and the frame in which a measurement is due.
    due: Cell<Option<(Window, i32)>>,
}

type Size = (f64, f64);

impl AutoResize {
    /// Watches the document, or an element. `report` gets width and height in whole CSS pixels.
    pub(crate) fn new(element: Option<&Element>, report: Box<dyn Fn(Size)>) -> Self {
        let watch = Rc::new(Watch { observer: Cell::default(), callbacks: Cell::default(), due: Cell::default() });
        let (Some(window), Some(root)) = (web_sys::window(), root()) else { return AutoResize { watch } };
        let (element, measured) = (element.cloned(), element.cloned());
        let (of, last) = (Rc::downgrade(&watch), Cell::new((-1.0, -1.0)));
        let measure = {
            let (window, root) = (window.clone(), root.clone());
            move || {
                let size = measured.as_ref().map_or_else(|| document_size(&window, &root), element_size);
                if last.replace(size) != size {
                    report(size);
                }
            }
        };
        // At once: the Host is to know before anything changes.
        measure();
        let frame = Closure::<dyn FnMut()>::new(move || {
            if let Some(watch) = of.upgrade() {
                watch.due.set(None);
                measure();
            }
        });
        let frame_callback: js_sys::Function = frame.as_ref().unchecked_ref::<js_sys::Function>().clone();
        let of = Rc::downgrade(&watch);
        let changed = Closure::<dyn FnMut()>::new(move || {
            let Some(watch) = of.upgrade() else { return };
            let due = watch.due.take();
            let ask = || Some((window.clone(), window.request_animation_frame(&frame_callback).ok()?));
            watch.due.set(due.or_else(ask));
        });
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            match &element {
                Some(element) => observer.observe(element),
                None => {
                    observer.observe(&root);
                    // Its content may grow where the document's own height is fixed.
                    if let Some(body) = document().and_then(|document| document.body()) {
                        observer.observe(&body);
                        // And where its height is fixed, too, only what stands in it grows.
                        let mut child = body.first_element_child();
                        while let Some(element) = child {
                            observer.observe(&element);
                            child = element.next_element_sibling();
                        }
                    }
                }
            }
            watch.observer.set(Some(observer));
        }
        watch.callbacks.set(vec![frame, changed]);
        AutoResize { watch }
    }
}

impl std::fmt::Debug for AutoResize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AutoResize").finish_non_exhaustive()
    }
}

impl Drop for AutoResize {
    fn drop(&mut self) {
        if let Some(observer) = self.watch.observer.take() {
            observer.disconnect();
        }
        // Its callback goes with this.
        if let Some((window, frame)) = self.watch.due.take() {
            let _ = window.cancel_animation_frame(frame);
        }
    }
}

/// The width is the Host's to give; the height is the content's, whatever height the frame has and the
/// page's own style asks for: a page that fills its frame must not report the frame back (row 53).
fn document_size(window: &Window, root: &HtmlElement) -> Size {
    const HEIGHT: &str = "height";
    let style = root.style();
    let own = style.get_property_value(HEIGHT).unwrap_or_default();
    let _ = style.set_property(HEIGHT, "max-content");
    let height = root.get_bounding_client_rect().height().ceil();
    let _ = style.set_property(HEIGHT, &own);
    let width = window.inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default();
    (width.ceil(), height)
}

fn element_size(element: &Element) -> Size {
    let room = element.get_bounding_client_rect();
    (room.width().ceil(), room.height().ceil())
}
