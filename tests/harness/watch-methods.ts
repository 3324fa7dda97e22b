type Method = (this: object, ...given: unknown[]) => unknown

/** Tells each call of these methods, after it was made, with what it returned. The returned function ends that. */
export function watchMethods(
  watched: readonly (readonly [prototype: object, names: readonly string[]])[],
  tell: (target: object, name: string, returned: unknown) => void,
): () => void {
  const restore = watched.flatMap(([prototype, names]) =>
    names.map((name) => {
      const method: Method = Reflect.get(prototype, name)
      Reflect.set(prototype, name, function (this: object, ...given: unknown[]) {
        const returned = method.apply(this, given)
        tell(this, name, returned)
        return returned
      })
      return () => Reflect.set(prototype, name, method)
    }),
  )
  return () => {
    for (const back of restore) back()
  }
}
