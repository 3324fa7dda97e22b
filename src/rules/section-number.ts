interface Section {
  chapter?: string | null | undefined
  section?: string | null | undefined
}

/**
 * '8.04.010': chapter and section of the code; '' for neither. A section such as 21-1 or 28:3-401 that begins with its
 * chapter is shown alone.
 */
export function sectionNumber({ chapter, section }: Section, divider = '.'): string {
  const [of, at] = [chapter?.trim() ?? '', section?.trim() ?? '']
  const saysChapter = at.startsWith(of) && /^[-.:\s]/.test(at.slice(of.length))
  return [saysChapter ? '' : of, at].filter(Boolean).join(divider)
}
