/**
 * The files picked so far and the new ones, each once: same name, size and last change mean the same file (UN-12,
 * AD-22, CO-12).
 */
export const withNewFiles = (chosen: readonly File[], picked: readonly File[]): File[] => {
  const known = new Set(chosen.map(signOf))
  const added = picked.filter((file) => {
    const sign = signOf(file)
    if (known.has(sign)) return false
    known.add(sign)
    return true
  })
  return [...chosen, ...added]
}

const signOf = ({ name, size, lastModified }: File) => `${name}\n${size}\n${lastModified}`
