import type { Dice } from './dice.ts'

/** Byte sequences that are barely HTTP. Each must be refused or dropped, and the server must go on. */
export const rawLines = (dice: Dice, token: string): string => {
  const login = `Authorization: Bearer ${token}`
  const rest = `Host: town\r\n${login}\r\nConnection: close\r\n\r\n`
  const post = `POST /api/rooms/ HTTP/1.1\r\nHost: town\r\n${login}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  return dice.pick([
    `GET /api/user HTTP/9.9\r\n${rest}`,
    `GET /api/user HTTP/1.0\r\n\r\n`,
    `GET /api/user\r\n\r\n`,
    `get /api/user HTTP/1.1\r\n${rest}`,
    `GET http://evil.example/api/user HTTP/1.1\r\n${rest}`,
    `GET //evil.example/api/user HTTP/1.1\r\n${rest}`,
    `OPTIONS * HTTP/1.1\r\n${rest}`,
    `GET * HTTP/1.1\r\n${rest}`,
    `GET /api/contacts/?search=\u00e9\u00ff HTTP/1.1\r\n${rest}`,
    `GET /api/rooms/ \u0000 HTTP/1.1\r\n${rest}`,
    `GET ${'/a'.repeat(20_000)} HTTP/1.1\r\n${rest}`,
    `GET /api/user HTTP/1.1\r\nHost: a\r\nHost: b\r\n${login}\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\n${login}\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost:\r\n${login}\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nAuthorization: Bearer\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\n${login}\r\n${login}\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\nHost: town\n${login}\nConnection: close\n\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nX: a\r\n b\r\nConnection: close\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nno colon\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
    `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}`,
    `${post}Content-Length: -1\r\n\r\n`,
    `${post}Content-Length: 99999999999999999999\r\n\r\n`,
    `${post}Content-Length: 3000000\r\n\r\n`,
    `${post}Content-Length: 2\r\n\r\n{}GET /api/user HTTP/1.1\r\n${rest}`,
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
    `${post}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n`,
    `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    `${post}Expect: something\r\nContent-Length: 2\r\n\r\n{}`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${login}\r\n\r\n`,
    `GET /api/user HTTP/1.1\r\nHost: town\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
    `CONNECT town:443 HTTP/1.1\r\nHost: town\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '\r\n\r\n\r\n',
    '\u0000'.repeat(100),
  ])
}
