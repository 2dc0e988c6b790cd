//! Without feature `server`, its macros name the feature.
#![cfg(not(feature = "server"))]

#[test]
#[ignore = "the expected output was written by hand and never compared: run it, read it, record it"]
fn a_macro_of_the_server_adapter_names_the_feature_it_needs() {
    trybuild::TestCases::new().compile_fail("tests/ui_absent/*.rs");
}
