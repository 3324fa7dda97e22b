/** The part of the platform's caches that a preparation uses. */
export function fakeCaches() {
  const shelves = new Map<string, Map<string, Response>>()
  /** What is in a cache, by paths. */
  const kept = (name: string): Map<string, Response> => {
    const shelf = shelves.get(name) ?? new Map<string, Response>()
    shelves.set(name, shelf)
    return shelf
  }
  return {
    kept,
    open: async (name: string) => ({
      put: async (path: string, answer: Response) => void kept(name).set(path, answer),
      delete: async (path: string) => kept(name).delete(path),
    }),
    match: async (path: string, { cacheName }: { cacheName: string }) => kept(cacheName).get(path)?.clone(),
  }
}
