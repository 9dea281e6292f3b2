/** The report of a concert, and what leads to it. */
export { ReportLink } from './report-link.tsx'
