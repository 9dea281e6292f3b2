import { NO_BANK, NO_DEMO } from './money.fixture.ts'
import type { Config } from './config.ts'

const POSTGRES = 'postgres://bis@db.example/bis'
const REDIS = 'rediss://bis:swordfish@redis.example:6380/2'

/** Variables that mean something only beside others. */
export const COMPANY_OF_REDIS: Record<string, Record<string, string>> = {
  REDIS_URL: { DATABASE_URL: POSTGRES },
}

export const GIVEN_REDIS: Record<string, [value: string, changes: Partial<Config>]> = {
  REDIS_URL: [
    REDIS,
    {
      redisUrl: REDIS,
      databaseUrl: POSTGRES,
      backups: null,
      ...NO_DEMO,
      money: NO_BANK,
    },
  ],
}
