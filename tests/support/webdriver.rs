//! A browser that tests can use: a few words of WebDriver, spoken to ChromeDriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// How WebDriver calls an element in JSON.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser without a window, with a fresh profile.
pub(crate) struct Browser {
    driver: Child,
    agent: ureq::Agent,
    /// The address of the session.
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    pub(crate) fn open() -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts: install chromium-driver");
        let mut told = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
        let port = told
            .find_map(|line| Some(line.ok()?.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned()))
            .expect("chromedriver says on which port it listens");
        // What else it says must find a reader.
        std::thread::spawn(move || told.for_each(drop));
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--window-size=1280,900",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let config = ureq::Agent::config_builder().http_status_as_error(false).proxy(None);
        let agent = config.timeout_global(Some(Duration::from_secs(120))).build().new_agent();
        let mut browser =
            Browser { driver, agent, session: format!("http://127.0.0.1:{port}/session"), _profile: profile };
        let answer = browser.post(
            "",
            &json!({"capabilities": {"alwaysMatch": {
                "goog:loggingPrefs": {"browser": "ALL"},
                "goog:chromeOptions": {"args": arguments},
            }}}),
        );
        let id = answer["sessionId"].as_str().expect("a session").to_owned();
        browser.session = format!("{}/{id}", browser.session);
        browser
    }

    fn answer(&self, answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
        let mut answer = answer.expect("chromedriver answers");
        let good = answer.status().is_success();
        let value: Value = answer.body_mut().read_json().expect("JSON");
        assert!(good, "{}", value["value"]["message"]);
        value["value"].clone()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.answer(self.agent.post(format!("{}{path}", self.session)).send_json(body))
    }

    /// Goes to an address.
    pub(crate) fn visit(&self, url: &str) {
        // The same file with another mark would not be read again.
        self.post("/url", &json!({"url": "about:blank"}));
        self.post("/url", &json!({"url": url}));
    }

    /// What a script returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// What a script returns, as text.
    pub(crate) fn text(&self, script: &str) -> String {
        self.run(&format!("return String({script})")).as_str().expect("text").to_owned()
    }

    /// Waits until an expression holds.
    pub(crate) fn wait(&self, condition: &str) {
        let since = Instant::now();
        while self.run(&format!("return Boolean({condition})")) != Value::Bool(true) {
            assert!(since.elapsed() < PATIENCE, "waited in vain for {condition}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({"using": "css selector", "value": selector}));
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    /// Clicks on an element as a hand would: it must be in sight and nothing may cover it.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into an element.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/value"), &json!({"text": text}));
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(crate) fn press(&self, keys: &[&str]) {
        let mut actions = Vec::new();
        for key in keys {
            let key = match *key {
                "Tab" => "\u{e004}",
                "Enter" => "\u{e007}",
                "Escape" => "\u{e00c}",
                "End" => "\u{e010}",
                "Home" => "\u{e011}",
                "Left" => "\u{e012}",
                "Up" => "\u{e013}",
                "Right" => "\u{e014}",
                "Down" => "\u{e015}",
                other => other,
            };
            actions.push(json!({"type": "keyDown", "value": key}));
            actions.push(json!({"type": "keyUp", "value": key}));
        }
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// A command of the browser's own protocol.
    pub(crate) fn protocol(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// What the console has been told since it was asked last.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        log.as_array().expect("a log").iter().map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
