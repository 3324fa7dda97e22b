import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { screen } from './driver.ts'

/** A virtual screen for browsers that need one. */
export interface Display {
  /** ':3', the value of DISPLAY. */
  name: string
  /** A PNG of the window at the upper left corner. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts Xvfb, which chooses a free display number and prints it. */
export async function startDisplay(): Promise<Display> {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-display-'))
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-fbdir', folder]
  const program = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => program.kill('SIGKILL')
  process.once('exit', kill)
  return {
    name: `:${await numberOf(program)}`,
    picture: () => picture(readFileSync(join(folder, 'Xvfb_screen0'))),
    close: async () => {
      const gone = new Promise((resolve) => program.once('exit', resolve))
      if (program.exitCode === null && program.kill()) await gone
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const numberOf = (program: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    program.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()))
    program.once('error', reject)
    program.once('exit', () => reject(new Error('Xvfb ended before it had a screen')))
  })

/**
 * The part of the screen with the browser. Xvfb keeps its screen as an XWD file: a header, a colour table, then pixels
 * of 4 bytes.
 */
async function picture(file: Buffer): Promise<Buffer> {
  const [headerBytes, lineBytes, colours] = [file.readUInt32BE(0), file.readUInt32BE(48), file.readUInt32BE(76)]
  const start = headerBytes + colours * 12
  const pixels = Buffer.alloc(screen.width * screen.height * 3)
  for (let y = 0; y < screen.height; y++) {
    for (let x = 0; x < screen.width; x++) {
      const from = start + y * lineBytes + x * 4
      const to = (y * screen.width + x) * 3
      pixels[to] = file[from + 2] ?? 0
      pixels[to + 1] = file[from + 1] ?? 0
      pixels[to + 2] = file[from] ?? 0
    }
  }
  return sharp(pixels, { raw: { ...screen, channels: 3 } })
    .png()
    .toBuffer()
}
