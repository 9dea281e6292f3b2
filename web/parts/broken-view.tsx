export function BrokenView() {
  return <h1>Страница сломалась</h1>
}
