/** The report of a concert, and the link to it. */
export { ReportLink } from './report-link.tsx'
