interface Section {
  chapter?: string | null | undefined
  section?: string | null | undefined
}

/** '8.04.010': chapter and section of the code in one, as tables and filters name them; '' for neither. */
export const sectionNumber = ({ chapter, section }: Section): string => [chapter, section].filter(Boolean).join('.')
