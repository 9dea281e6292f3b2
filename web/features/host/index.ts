export { HostLink } from './host-link.tsx'
