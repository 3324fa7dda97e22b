/**
 * Code that is loaded at the first call only; after a failure, at the next call again. A repeated `import()` is not
 * free: the build's helper resolves the URL of each chunk that the code needs, which took up to 12 ms of a page on a
 * slow phone.
 */
export function loadedOnce<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
