import { redirect } from 'react-router'

/** «Прошедшие концерты» and «Все вечера» are one page with what is ahead. */
export const loader = () => redirect('/artist?tab=announcement')
