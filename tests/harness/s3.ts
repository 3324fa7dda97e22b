import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Place } from '../../src/server/config.ts'

/** The used part of s3rver, which comes without types. */
interface S3Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type S3Program = new (options: object) => S3Server

// The package declares no types; only its constructor and two methods are used.
const S3rver = createRequire(import.meta.url)('s3rver') as S3Program

/** An S3 server on a folder of its own, with one bucket. */
export const startS3 = async (): Promise<{ place: S3Place; stop(): Promise<void> }> => {
  const directory = mkdtempSync(join(tmpdir(), 'codesoft-s3-'))
  const bucket = 'town-files'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: 'fernhill/',
  }
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { place, stop }
}
