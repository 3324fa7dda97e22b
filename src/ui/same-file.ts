type Named = Pick<File, 'name' | 'size' | 'lastModified'>

/** Files picked so far with the new ones added, each file once: same name, size and last change is the same file (UN-12, AD-22, CO-12). */
export const withNewFiles = <Taken extends Named>(chosen: readonly Taken[], picked: readonly Taken[]): Taken[] => {
  const known = new Set(chosen.map(signOf))
  const added = picked.filter((file) => {
    const sign = signOf(file)
    if (known.has(sign)) return false
    known.add(sign)
    return true
  })
  return [...chosen, ...added]
}

const signOf = ({ name, size, lastModified }: Named) => `${name}\n${size}\n${lastModified}`
