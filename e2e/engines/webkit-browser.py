#!/usr/bin/python3
"""A small WebKitGTK browser for WebDriver: webkit-browser.py PROFILE WIDTHxHEIGHT.

Its profile stays on disk, so that a story can end it and start it again where it was; the browser that WebKitGTK brings
along forgets everything. What the page's console says goes to the standard streams.
Debian: webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, size = sys.argv[1:3]
width, height = (int(number) for number in size.split("x"))


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    # With the back/forward cache even a bare page hangs now and then while it loads.
    settings.set_enable_page_cache(False)
    # A camera that the engine invents.
    settings.set_enable_media_stream(True)
    settings.set_enable_mock_capture_devices(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    window.connect("destroy", closed)
    view.connect("permission-request", asked)
    view.connect("close", lambda _view: window.destroy())
    view.connect("web-process-terminated", lambda _view, why: print("CONSOLE ERROR the page's process ended:", why, flush=True))
    windows.append(window)
    return view


def asked(_view, request):
    if not isinstance(request, WebKit2.UserMediaPermissionRequest):
        return False
    request.allow()
    return True


def closed(window):
    windows.remove(window)
    if not windows:
        Gtk.main_quit()


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


windows = []
data = WebKit2.WebsiteDataManager(base_data_directory=profile + "/data", base_cache_directory=profile + "/cache")
data.get_cookie_manager().set_persistent_storage(profile + "/cookies.txt", WebKit2.CookiePersistentStorage.TEXT)
context = WebKit2.WebContext(website_data_manager=data)
context.connect("automation-started", automation_started)
context.set_automation_allowed(True)
Gtk.main()
