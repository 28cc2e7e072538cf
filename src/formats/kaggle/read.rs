//! Reads what an episode says, its keys in any order.

use std::ops::Range;

use super::write::is_failure;
use super::{Episode, Status, beside};
use crate::formats::json::{Json, Wrong};
use crate::formats::made::Made;

impl Status {
    fn of(name: &str) -> Option<Status> {
        Some(match name {
            "ACTIVE" => Status::Active,
            "INACTIVE" => Status::Inactive,
            "DONE" => Status::Done,
            "TIMEOUT" => Status::Timeout,
            "ERROR" => Status::Error,
            "INVALID" => Status::Invalid,
            _ => return None,
        })
    }

    /// Reads a status; one that is not known says nothing.
    fn read(json: &mut Json<'_>, made: &mut Made) -> Result<(Status, Range<usize>), Wrong> {
        let (name, place) = json.scalar()?;
        let status = Status::of(&name).unwrap_or_else(|| {
            made.dropped_named("words that are no status", &name, place.clone());
            Status::Inactive
        });
        Ok((status, place))
    }
}

impl Episode {
    /// Reads an episode, and counts what it says beside the game.
    pub(super) fn read(&mut self, json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "environment" if json.peek() == b'{' => json.object(|json, key| self.entry(json, key, made)),
            _ => self.entry(json, key, made),
        })
    }

    /// Reads what a key of the episode says.
    fn entry(&mut self, json: &mut Json<'_>, key: &str, made: &mut Made) -> Result<(), Wrong> {
        match key {
            "configuration" if json.peek() == b'{' => self.configuration(json, made),
            "info" if json.peek() == b'{' => self.info(json, made),
            "name" => {
                let (name, place) = json.scalar()?;
                self.name = Some((name.into_owned(), place));
                Ok(())
            }
            "rewards" if json.peek() == b'[' => {
                self.rewards.clear();
                let start = json.at();
                let done = json.array(|json| {
                    self.rewards.push(json.scalar()?.0.parse().ok());
                    Ok(())
                });
                self.rewards_at = start..json.at();
                done
            }
            "statuses" if json.peek() == b'[' => json.array(|json| {
                self.statuses.push(Status::read(json, made)?);
                Ok(())
            }),
            "steps" if json.peek() == b'[' => {
                self.has_steps = true;
                json.array(|json| self.step(json, made))
            }
            _ => beside::other(json, key, made),
        }
    }

    fn configuration(&mut self, json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
        self.is_there = true;
        json.object(|json, key| {
            match key {
                "columns" | "rows" | "inarow" => {
                    let (value, place) = json.scalar()?;
                    let number = value.parse::<usize>().unwrap_or(0);
                    match key {
                        "columns" => self.columns = Some((number, place)),
                        "rows" => self.rows = Some((number, place)),
                        _ => self.in_a_row = Some(number),
                    }
                }
                "openSpielGameString" => self.open_spiel = Some(json.scalar()?.0.into_owned()),
                "openSpielGameName" => {
                    let name = json.scalar()?.0;
                    self.open_spiel.get_or_insert_with(|| name.into_owned());
                }
                _ => beside::other(json, key, made)?,
            }
            Ok(())
        })
    }

    fn info(&mut self, json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "EpisodeId" => {
                let (number, place) = json.scalar()?;
                self.number = Some((number.into_owned(), place));
                Ok(())
            }
            "TeamNames" if json.peek() == b'[' => json.array(|json| {
                let (name, place) = json.name()?;
                self.players.push((name.into_owned(), place));
                Ok(())
            }),
            "actionHistory" if json.peek() == b'[' => {
                self.has_steps = true;
                json.array(|json| {
                    let (_, place) = json.scalar()?;
                    self.plies.push((self.plies.len() % 2, place));
                    Ok(())
                })
            }
            "Agents" if json.peek() == b'[' => json.array(|json| self.agent(json, made)),
            "moveDurations" if json.peek() == b'[' => beside::durations(json, made),
            _ => beside::other(json, key, made),
        })
    }

    /// Reads the program, or the language model, that plays a side.
    fn agent(&mut self, json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
        if json.peek() != b'{' {
            return beside::other(json, "Agents", made);
        }
        let mut agent = (String::new(), json.at()..json.at() + 1);
        json.object(|json, key| {
            if key != "Name" {
                return beside::other(json, key, made);
            }
            let (name, place) = json.name()?;
            agent = (name.into_owned(), place);
            Ok(())
        })?;
        self.agents.push(agent);
        Ok(())
    }

    /// Reads what both players did.
    fn step(&mut self, json: &mut Json<'_>, made: &mut Made) -> Result<(), Wrong> {
        let mut players: [(Option<Range<usize>>, Status, Range<usize>); 2] = Default::default();
        let mut number = 0;
        let begun = json.at();
        json.array(|json| {
            let mut nobody = Default::default();
            let player = players.get_mut(number).unwrap_or(&mut nobody);
            number += 1;
            json.object(|json, key| {
                match key {
                    "action" if json.peek() == b'{' => {
                        let start = json.at();
                        beside::action(json, made)?;
                        player.0 = Some(start..json.at());
                    }
                    "action" => player.0 = Some(json.scalar()?.1),
                    "status" => (player.1, player.2) = Status::read(json, made)?,
                    "observation" => beside::observation(json, made)?,
                    _ => beside::other(json, key, made)?,
                }
                Ok(())
            })
        })?;
        self.steps += 1;
        if self.is_done {
            self.after.push(begun..json.at());
            return Ok(());
        }
        // The actions of OpenSpiel's game are known already.
        if self.steps > 1 && self.open_spiel.is_none() {
            let mover = self.active.unwrap_or(self.steps % 2);
            let (action, status, place) = &players[mover];
            if is_failure(*status) {
                self.status = Some((*status, place.clone()));
            } else if let (_, status, place) = &players[1 - mover]
                && is_failure(*status)
            {
                // The other player had no move to make, but has lost all the same.
                self.status = Some((*status, place.clone()));
            }
            if !matches!(status, Status::Timeout | Status::Error) {
                self.plies.push((mover, action.clone().unwrap_or(begun..begun + 1)));
            }
        } else if let Some((_, status, place)) = players.iter().find(|player| is_failure(player.1)) {
            self.status = Some((*status, place.clone()));
        }
        self.active = players.iter().position(|player| player.1 == Status::Active);
        self.is_done |= players.iter().any(|player| player.1 == Status::Done || is_failure(player.1));
        Ok(())
    }
}
