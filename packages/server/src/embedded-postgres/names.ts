/** The superuser only sets the database up; the service connects as the owner of its own database. */
export const SUPERUSER = 'postgres';
export const OWNER = 'switchyard';
export const DATABASE = 'switchyard';

/** No TCP is spoken: the number is only part of the socket's name. */
export const PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${PORT}`;

export const PID_FILE = 'postmaster.pid';
