export function meta() {
  return [{ title: 'Бис' }]
}

export default function Home() {
  return <h1>Бис</h1>
}
