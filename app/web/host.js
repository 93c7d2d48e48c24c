// The curl line shows the address under which this page was reached.
document.getElementById("host").textContent = location.host;
