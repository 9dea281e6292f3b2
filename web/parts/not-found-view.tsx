export function NotFoundView() {
  return <h1>Cтраница не найдена</h1>
}
