import * as cases from '../../src/server/store/case-tables.ts'
import { changes } from '../../src/server/store/change-table.ts'
import * as core from '../../src/server/store/core-tables.ts'
import * as field from '../../src/server/store/field-tables.ts'
import * as merging from '../../src/server/store/merge-tables.ts'
import * as office from '../../src/server/store/office-tables.ts'
import * as town from '../../src/server/store/town-tables.ts'
import * as visits from '../../src/server/store/visit-tables.ts'

/** All tables of the server by their names. */
export const tables = { ...town, ...visits, ...cases, ...core, ...field, ...office, ...merging, changes }
