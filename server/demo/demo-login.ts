/** The musician under whose name a visitor of the demo may try the pad. */
export const DEMO_LOGIN = 'mark-luzhin'
/** All demo artists have it. */
export const DEMO_PASSWORD = 'Bis-demo-2026'
