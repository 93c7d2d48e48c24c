# Tilewise: one image for the API and the workers; docker-compose.yml says which is which.
# Nothing secret is needed to build it, and nothing in it can be written by the one who runs it.

FROM python:3.13.9-slim-bookworm AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/tilewise
# Packages first: they change seldom, and every one is checked against its hash.
COPY requirements.txt ./
RUN /opt/tilewise/bin/pip install --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY worker worker
COPY agent agent
COPY dictionaries dictionaries
RUN /opt/tilewise/bin/pip install --no-deps .

FROM python:3.13.9-slim-bookworm
# Tesseract is the second opinion on doubtful letters; everything works without.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tesseract-ocr \
 && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner=10001 --group=10001 --mode=0700 \
      /var/lib/tilewise /var/cache/tilewise /run/tilewise
COPY --from=build /opt/tilewise /opt/tilewise
ENV PATH=/opt/tilewise/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    TILEWISE_DATA_DIR=/var/lib/tilewise \
    TILEWISE_CACHE_DIR=/var/cache/tilewise \
    TILEWISE_RUNTIME_DIR=/run/tilewise
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
ENTRYPOINT ["tilewise"]
CMD ["serve", "--host", "0.0.0.0"]
