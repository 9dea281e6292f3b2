/** Who makes a call. */
export type As = {
  token?: string
  cookie?: string
  /** Of an action that may be repeated. */
  key?: string
  address?: string
  userAgent?: string
}

export function headersOf({ token, cookie, key, userAgent }: As): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
}
