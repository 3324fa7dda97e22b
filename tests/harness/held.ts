/** Work that ends when the test says so, with a result if it has one. */
export function held<Result = void>(): { work: () => Promise<Result>; end: (result: Result) => void } {
  let end: (result: Result) => void = () => {}
  const work = new Promise<Result>((resolve) => {
    end = resolve
  })
  return { work: () => work, end: (result) => end(result) }
}
