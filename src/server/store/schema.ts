/** All tables of the server, for drizzle-kit and for whoever needs several of them. */
export * from './case-tables.ts'
export * from './change-table.ts'
export * from './core-tables.ts'
export * from './town-tables.ts'
export * from './visit-tables.ts'
