import { Outlet } from '@tanstack/react-router';
import { Announcements } from '../ui/announce.js';

export function Root() {
  return (
    <>
      <Outlet />
      <Announcements />
    </>
  );
}
