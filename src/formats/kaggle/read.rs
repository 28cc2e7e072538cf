//! Reads what an episode says, its keys in any order.

use std::ops::Range;

use super::write::is_failure;
use super::{Episode, Status};
use crate::formats::json::{Json, Wrong};

impl Status {
    fn of(name: &str) -> Status {
        match name {
            "ACTIVE" => Status::Active,
            "DONE" => Status::Done,
            "TIMEOUT" => Status::Timeout,
            "ERROR" => Status::Error,
            "INVALID" => Status::Invalid,
            _ => Status::Inactive,
        }
    }
}

impl Episode {
    pub(super) fn read(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        json.object(|json, key| match key {
            "environment" if json.peek() == b'{' => json.object(|json, key| self.entry(json, key)),
            _ => self.entry(json, key),
        })
    }

    /// Reads what a key of the episode says.
    fn entry(&mut self, json: &mut Json<'_>, key: &str) -> Result<(), Wrong> {
        match key {
            "configuration" if json.peek() == b'{' => self.configuration(json),
            "info" if json.peek() == b'{' => self.info(json),
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
                let (name, place) = json.scalar()?;
                self.statuses.push((Status::of(&name), place));
                Ok(())
            }),
            "steps" if json.peek() == b'[' => {
                self.has_steps = true;
                json.array(|json| self.step(json))
            }
            _ => json.skip().map(drop),
        }
    }

    fn configuration(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
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
                _ => {
                    json.skip()?;
                }
            }
            Ok(())
        })
    }

    fn info(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
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
            _ => json.skip().map(drop),
        })
    }

    /// Reads what both players did.
    fn step(&mut self, json: &mut Json<'_>) -> Result<(), Wrong> {
        let mut players: [(Option<Range<usize>>, Status, Range<usize>); 2] = Default::default();
        let mut number = 0;
        let begun = json.at();
        json.array(|json| {
            let mut nobody = Default::default();
            let player = players.get_mut(number).unwrap_or(&mut nobody);
            number += 1;
            json.object(|json, key| {
                match key {
                    "action" => player.0 = Some(json.scalar()?.1),
                    "status" => {
                        let (name, place) = json.scalar()?;
                        (player.1, player.2) = (Status::of(&name), place);
                    }
                    _ => {
                        json.skip()?;
                    }
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
