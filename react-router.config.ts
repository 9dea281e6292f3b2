import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: process.env['BIS_BUILD'] ?? 'build',
  ssr: true,
  // Every page is reached by a known link: no list of routes is asked for at run time.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
