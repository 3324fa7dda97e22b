/** Work that ends when the test says so. */
export function held(): { work: () => Promise<void>; end: () => void } {
  let end = () => {}
  const work = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => work, end: () => end() }
}
