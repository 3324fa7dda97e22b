/** After this time without a picture (ms), no more are expected. */
const restMs = 400

let making = 0
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

const rest = () => {
  timer = undefined
  const told = waiting
  waiting = []
  for (const resolve of told) resolve()
}

/**
 * Resolves once no picture is being made and none was made a moment ago. Smaller copies wait for it, because they would
 * delay the next picture, which nobody can take again.
 */
export const shutterRests = (): Promise<void> =>
  making === 0 && timer === undefined ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))

/** Makes a picture. Until a moment after it, `shutterRests` does not resolve. */
export async function atShutter<Made>(make: () => Promise<Made>): Promise<Made> {
  clearTimeout(timer)
  making += 1
  try {
    return await make()
  } finally {
    making -= 1
    if (making === 0) {
      clearTimeout(timer)
      timer = setTimeout(rest, restMs)
    }
  }
}

/** The camera was closed, so no more pictures are expected. */
export function endShooting(): void {
  clearTimeout(timer)
  if (making === 0) rest()
}
