import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate --config src/server/store/drizzle.config.ts` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/store/*-table*.ts',
  out: './src/server/store/migrations',
})
