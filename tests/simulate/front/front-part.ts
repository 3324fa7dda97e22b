/** The part of the server that the simulation runs as a front. It is bundled, so that bugs can be planted in it. */
export { Hono } from 'hono'
export { UpstreamInterrupted, UpstreamUnreachable } from '../../../src/server/upstream/forward-request.ts'
export { serveKeyed } from '../../../src/server/upstream/serve-keyed.ts'
export { openKeyStore } from '../../../src/server/upstream/store/key-store.ts'
