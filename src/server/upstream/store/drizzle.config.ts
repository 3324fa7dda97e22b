import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config src/server/upstream/store/drizzle.config.ts` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/upstream/store/key-tables.ts',
  out: './src/server/upstream/store/migrations',
})
