# A small image with the program alone: `docker run --rm -v "$PWD:/records" scoresheet audit .`
FROM rust:1.95-alpine AS build
RUN apk add --no-cache build-base
WORKDIR /source
COPY . .
RUN cargo build --release --locked --bin scoresheet

FROM scratch
COPY --from=build /source/target/release/scoresheet /scoresheet
COPY --from=build /source/LICENSE-* /source/src/diagram/font/OFL.txt /licenses/
WORKDIR /records
ENTRYPOINT ["/scoresheet"]
