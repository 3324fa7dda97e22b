import * as z from 'zod/mini'
import { get, post, put } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { anyKept, anyLine, anyRemark, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'

/** A link of the page of helpful links, by its name. */
const Link = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), upTo(textLimits.line)),
  url: z.string().check(z.trim(), upTo(textLimits.webAddress)),
})

/** The most links, and the most lines of an address in the letterhead. */
export const townLimits = { links: 60, addressLines: 4 } as const

/** The settings of the town that an Admin changes in the app. An empty text means none. */
const shape = {
  town_name: z.string().check(z.trim(), z.minLength(1, "Enter the town's name"), upTo(textLimits.line)),
  /** Lines of the letterhead. */
  address: anyRemark,
  phone: anyLine,
  email: anyLine,
  website: z.string().check(upTo(textLimits.webAddress)),
  /** A last paragraph of each notice of violation. */
  notice_text: anyRemark,
  time_zone: z.string().check(z.trim(), upTo(textLimits.line)),
  /** The inspector who gets the complaints taken by the office. */
  default_complaint_inspector: idOf('user'),
  manual_permits: z.boolean(),
  maps_url: z.string().check(z.trim(), upTo(textLimits.webAddress)),
  tax_url: z.string().check(z.trim(), upTo(textLimits.webAddress)),
  links: z.array(Link).check(z.maxLength(townLimits.links, `At most ${townLimits.links} links can be kept`)),
}
export const TownSettings = z.object(shape)
export type TownSettings = z.infer<typeof TownSettings>
export type TownSettingName = keyof TownSettings

/** The settings in effect. */
const TownPage = z.object({
  settings: z.object({ ...shape, links: z.array(z.object({ name: z.string(), url: z.string() })) }),
  /**
   * The settings fixed by the server's environment, each with the name of its variable. They cannot be changed here.
   */
  fixed: z.array(z.object({ name: z.string(), by: z.string() })),
  /** The URL of the seal's picture. */
  seal: z.nullable(z.string()),
  /** Whether the seal is one that was chosen in the app. */
  ownSeal: z.boolean(),
  /** Changes with each change of the record. */
  version: z.string(),
})
export type TownPage = z.infer<typeof TownPage>

/** The most bytes of a picture of the seal, and of the same written as base64. */
export const sealBytes = 256 * 1024
const sealText = 4 * Math.ceil(sealBytes / 3)

/** The lists of the town that are edited as tables and imported from files. */
export const TownListName = z.enum(['rooms', 'codes', 'synonyms', 'phrases'])
export type TownListName = z.infer<typeof TownListName>

/** The cells of a line, by the columns of the list's file. A list uses only its own columns. */
export const ListCells = z.object({
  room: z.optional(anyLine),
  prompt: z.optional(anyRemark),
  chapter: z.optional(anyLine),
  section: z.optional(anyLine),
  name: z.optional(anyRemark),
  description: z.optional(z.string().check(upTo(textLimits.kept))),
  /** 'yes' for a section that is no longer offered. */
  retired: z.optional(anyLine),
  words: z.optional(anyRemark),
  text: z.optional(anyLine),
})
export type ListCells = z.infer<typeof ListCells>
export type ListField = keyof ListCells

/** A line as it is sent back. A group of synonyms from an earlier import may be longer than one that is written now. */
const SeenCells = z.object({ ...ListCells.shape, words: z.optional(anyKept) })

const text = z.optional(z.string())

/** A line in an answer, as stored. */
const KnownCells = z.object({
  room: text,
  prompt: text,
  chapter: text,
  section: text,
  name: text,
  description: text,
  retired: text,
  words: text,
  text,
} satisfies Record<ListField, typeof text>)

const ListEntry = z.object({ id: z.int(), cells: KnownCells })
export type ListEntry = z.infer<typeof ListEntry>

const TownList = z.object({
  list: TownListName,
  entries: z.array(ListEntry),
  /** Another one after each change. */
  version: z.string(),
})
export type TownList = z.infer<typeof TownList>

/** The most characters of a file, and the most lines. */
export const listFileLimits = { characters: 1_500_000, lines: 10_000 } as const

const listFile = {
  list: TownListName,
  /** The file as text: CSV with a heading line. */
  text: z
    .string()
    .check(z.maxLength(listFileLimits.characters, 'The file is larger than 1.5 MB. Split it into several.')),
  /** Whether lines missing in the file are removed. Files of synonyms and phrases are always the whole list. */
  whole: z.boolean(),
}

/** The answer to a change of a list. */
const ListChanged = z.object({ list: TownListName, version: z.string() })

/** A line of a file that is left out, with the reason. */
const BadLine = z.object({ line: z.int(), problem: z.string() })
export type BadLine = z.infer<typeof BadLine>

/** What an import would change. */
const ListPreview = z.object({
  /** The tag of the list as it is now. The import is refused if the list has changed. */
  version: z.string(),
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  same: z.int(),
  bad: z.int(),
  /** The first of each kind. */
  shown: z.array(
    z.object({
      kind: z.enum(['added', 'changed', 'removed']),
      cells: KnownCells,
      /** For a changed line: the cells before the change. */
      before: z.nullable(KnownCells),
    }),
  ),
  badLines: z.array(BadLine),
})
export type ListPreview = z.infer<typeof ListPreview>

/** Our extensions: the settings and lists that an Admin edits for the whole town. */
export const town = {
  list: get('X102', '/town/list', TownList, z.object({ list: TownListName })),
  /** Adds a line (`id` null) or changes one; `seen` is the line as it was when it was opened. */
  saveEntry: post(
    'X103',
    '/town/list/entry',
    z.object({
      list: TownListName,
      id: z.nullable(z.int()),
      seen: z.nullable(SeenCells),
      cells: ListCells,
    }),
    ListChanged,
    { repeat: 'set' },
  ),
  removeEntry: post(
    'X104',
    '/town/list/remove',
    z.object({ list: TownListName, id: z.int(), seen: SeenCells }),
    ListChanged,
    { repeat: 'set' },
  ),
  /** Changes nothing. */
  preview: post('X105', '/town/list/preview', z.object(listFile), ListPreview, { repeat: 'set' }),
  import: post(
    'X106',
    '/town/list/import',
    z.object({ ...listFile, version: z.string().check(upTo(textLimits.line)) }),
    ListChanged,
    { repeat: 'set' },
  ),
  settings: get('X107', '/town/settings', TownPage),
  save: put(
    'X108',
    '/town/settings',
    z.object({ ...shape, version: z.string().check(upTo(textLimits.line)) }),
    TownPage,
  ),
  /** The picture as base64; null removes it. */
  saveSeal: post(
    'X109',
    '/town/seal',
    z.object({
      picture: z.nullable(z.string().check(z.maxLength(sealText, `The picture is larger than ${sealBytes / 1024} kB`))),
    }),
    TownPage,
    { repeat: 'set' },
  ),
}
