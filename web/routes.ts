import type { RouteConfig } from '@react-router/dev/routes'
import { index } from '@react-router/dev/routes'

/** Every address of the site and its page. */
export default [index('pages/home/home.tsx')] satisfies RouteConfig
