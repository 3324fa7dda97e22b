/** The part of the platform's caches that the app uses. */
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
      addAll: async (paths: string[]) => {
        for (const path of paths) kept(name).set(path, new Response())
      },
      put: async (path: string, answer: Response) => void kept(name).set(path, answer),
      delete: async (asked: string | Request) => kept(name).delete(pathOf(asked)),
      match: async (asked: string | Request) => kept(name).get(pathOf(asked))?.clone(),
      keys: async () => [...kept(name).keys()].map((path) => new Request(new URL(path, 'https://device.test'))),
    }),
    match: async (path: string, { cacheName }: { cacheName: string }) => shelves.get(cacheName)?.get(path)?.clone(),
    has: async (name: string) => shelves.has(name),
    delete: async (name: string) => shelves.delete(name),
  }
}

const pathOf = (asked: string | Request): string => (typeof asked === 'string' ? asked : new URL(asked.url).pathname)
